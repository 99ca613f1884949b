/** The values that the database accepts in a column, by table and column: `help_sessions.state`. */
export type ColumnValues = Record<string, string[]>

type Constraint = { table: string; definition: string }

const oneOfMany = /^CHECK \(\(\(?(\w+)\)? = ANY \(ARRAY\[(.*)\]\)\)\)$/
const onlyOne = /^CHECK \(\((\w+) = ('[^']*'::text)\)\)$/

/**
 * Reads check constraints as PostgreSQL prints them: `CHECK ((state = ANY (ARRAY['asked'::text, 'granted'::text])))`.
 */
export function readColumnValues(constraints: Constraint[]): ColumnValues {
  const found = constraints.flatMap(({ table, definition }) => {
    const [, column, list = ''] = oneOfMany.exec(definition) ?? onlyOne.exec(definition) ?? []
    const values = [...list.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value)
    return column && values.length > 0 ? [[`${table}.${column}`, values] as const] : []
  })
  return Object.fromEntries(found)
}

/** Replaces `string` in the generated types with the accepted values. */
export function nameColumnValues(source: string, values: ColumnValues): string {
  const tableOf = new Map(
    [...(source.split('export interface DB')[1] ?? '').matchAll(/^ {2}(\w+): (\w+);$/gm)].map(
      ([, table = '', type = '']) => [type, table],
    ),
  )
  return source.replaceAll(/^export interface (\w+) \{\n([^}]*)\}/gm, (whole, type: string, body: string) => {
    const table = tableOf.get(type)
    if (!table) return whole
    const named = body.replaceAll(/^ {2}(\w+): (.*);$/gm, (line, column: string, written: string) => {
      const accepted = values[`${table}.${column}`]
      const union = accepted?.map((value) => JSON.stringify(value)).join(' | ')
      return union ? `  ${column}: ${written.replace(/\bstring\b/, union)};` : line
    })
    return `export interface ${type} {\n${named}}`
  })
}
