import type { z } from 'zod'
import { type FieldProblems, Refusal, type RefusalCode } from '#kernel/refusals.ts'

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

/** Parses a form. The refusal contains the error of each field, so the schema has a text for each rule. */
export function parseForm<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw new Refusal('invalid_input', { problems: listProblems(parsed.error) })
}

/** The first problem of each field. */
export function listProblems({ issues }: z.ZodError): FieldProblems {
  const problems: FieldProblems = {}
  for (const { path, message } of issues) problems[String(path[0])] ??= message
  return problems
}
