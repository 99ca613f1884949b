import type { z } from 'zod'
import { Refusal, type RefusalCode } from '#kernel/refusals.ts'

/** What was sent, as the schema makes it; refuses what it does not accept. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  refusal: RefusalCode = 'invalid_input',
): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new Refusal(refusal)
  return parsed.data
}
