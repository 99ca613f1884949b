import { auditItemKinds } from '#domain/audit/contract.ts'
import { operationKinds } from '#domain/books/contract.ts'
import { sessionEventKinds } from '#domain/sessions/contract.ts'

/** The type that takes the place of `string` or `Json`, by table and column: `help_sessions.state`. */
export type ColumnTypes = Record<string, string>

type Constraint = { table: string; definition: string }
type Reference = { column: string; target: string }

/** Columns with a foreign key to one of these get the same type. The last seven have no foreign key. */
const idTypes: ColumnTypes = {
  'profiles.id': 'AccountId',
  'experts.id': 'ExpertId',
  'withdrawals.id': 'WithdrawalId',
  'applications.id': 'ApplicationId',
  'help_sessions.id': 'SessionId',
  'bookings.id': 'SessionId',
  'requests.id': 'RequestId',
  'boards.id': 'BoardId',
  'offers.id': 'SessionId',
  'payments.id': 'PaymentId',
  'reviews.id': 'ReviewId',
  'refund_requests.id': 'RefundId',
  'audit_log.actor_id': 'AccountId',
  'audit_log.subject_id': 'AccountId',
  'expert_time.subject_id': 'SessionId',
  'ledger_accounts.owner_id': 'AccountId',
  'ledger_operations.actor_id': 'AccountId',
  'listings.user_id': 'AccountId',
  'push_rings.session_id': 'SessionId',
}

const oneOfMany = /^CHECK \(\(\(?(\w+)\)? = ANY \(ARRAY\[(.*)\]\)\)\)$/
const onlyOne = /^CHECK \(\((\w+) = ('[^']*'::text)\)\)$/

/**
 * Reads check constraints as PostgreSQL prints them: `CHECK ((state = ANY (ARRAY['asked'::text, 'granted'::text])))`.
 */
export function readAcceptedValues(constraints: Constraint[]): ColumnTypes {
  const found = constraints.flatMap(({ table, definition }) => {
    const [, column, list = ''] = oneOfMany.exec(definition) ?? onlyOne.exec(definition) ?? []
    const values = [...list.matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value)
    return column && values.length > 0 ? [[`${table}.${column}`, toUnion(values)] as const] : []
  })
  return Object.fromEntries(found)
}

/** Reads the values of generated columns: `CASE WHEN (deleted_at IS NOT NULL) THEN 'deleted'::text ELSE 'active'::text END`. */
export function readGeneratedValues(columns: { column: string; expression: string }[]): ColumnTypes {
  const found = columns.flatMap(({ column, expression }) => {
    if (!/^\s*CASE\b/.test(expression)) return []
    const results = [...expression.matchAll(/\b(?:THEN|ELSE) (\S+)/g)].map(
      ([, result = '']) => /^'([^']*)'::text$/.exec(result)?.[1],
    )
    return results.every((value) => value !== undefined) ? [[column, toUnion(results)] as const] : []
  })
  return Object.fromEntries(found)
}

/**
 * Columns without a check constraint, whose values are listed in the code. Run `npm run db:types` after a change of a
 * list. A newer version may have stored further values.
 */
export const codeTypes: ColumnTypes = {
  'audit_log.thing': toUnion(auditItemKinds),
  'ledger_operations.kind': toUnion(Object.keys(operationKinds)),
  'session_events.what': toUnion(sessionEventKinds),
  // Written as JSON text, read as an object.
  'session_events.details': 'ColumnType<JsonObject, string, string>',
}

/**
 * Follows foreign keys, even through other foreign keys: weekly hours refer to a schedule, which refers to a profile.
 */
export function readIds(references: Reference[]): ColumnTypes {
  const targetOf = new Map(references.map(({ column, target }) => [column, target]))
  const findType = (column = ''): string | undefined => idTypes[column] ?? (column && findType(targetOf.get(column)))
  const found = references.map(({ column }) => [column, findType(column)]).filter(([, type]) => type)
  return { ...idTypes, ...Object.fromEntries(found) }
}

/** Replaces `string` or `Json` in the generated types. */
export function nameColumnTypes(source: string, types: ColumnTypes): string {
  const tableOf = new Map(
    [...(source.split('export interface DB')[1] ?? '').matchAll(/^ {2}(\w+): (\w+);$/gm)].map(
      ([, table = '', type = '']) => [type, table],
    ),
  )
  const named = source.replaceAll(
    /^export interface (\w+) \{\n([^}]*)\}/gm,
    (declaration, type: string, body: string) => {
      const table = tableOf.get(type)
      if (!table) return declaration
      const columns = body.replaceAll(/^ {2}(\w+): (.*);$/gm, (line, column: string, generatedType: string) => {
        const columnType = types[`${table}.${column}`]
        return columnType ? `  ${column}: ${generatedType.replace(/\b(?:string|Json)\b/, columnType)};` : line
      })
      return `export interface ${type} {\n${columns}}`
    },
  )
  const ids = [...new Set(named.match(/\b\w+Id\b/g))].toSorted().join(', ')
  return named.replace(/^import .*\n/m, `$&import type { ${ids} } from "#kernel/ids.ts";\n`)
}

function toUnion(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(' | ')
}
