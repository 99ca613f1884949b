import type { z } from 'zod'
import { Refusal, type RefusalCode } from '#kernel/refusals.ts'

/** Parses input with the schema and throws a refusal when it does not match. */
export function parse<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  refusal: RefusalCode = 'invalid_input',
): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw new Refusal(refusal)
  return parsed.data
}
