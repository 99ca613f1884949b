import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { isUuid } from '#kernel/ids.ts'
import { teamPageSize } from '#kernel/limits.ts'
import type { TableQuery, SortKind, TableKey, TablePage, TableShape } from '#kernel/table.ts'

type Order<Shape extends TableShape> = {
  shape: Shape
  tableQuery: TableQuery<Shape>
  /** The column of each sort. It must not be null, and needs an index together with the id. */
  columns: Record<keyof Shape['sorts'] & string, string>
  /** Breaks ties, so that the order is total. */
  id: { column: string; type: 'uuid' | 'bigint' }
}

/**
 * Reads one page of a long table from the key of the previous row, so that the last page costs as much as the first.
 * The id breaks ties, so that no row is skipped or repeated.
 */
export async function readPage<DB, Tables extends keyof DB, Row extends object, Shape extends TableShape>(
  query: SelectQueryBuilder<DB, Tables, Row>,
  { shape, tableQuery, columns, id }: Order<Shape>,
): Promise<TablePage<Row>> {
  const { from } = tableQuery
  const isBackwards = from !== null && 'before' in from
  const direction = tableQuery.descending === isBackwards ? 'asc' : 'desc'
  const column = sql.ref(columns[tableQuery.sort])
  const idColumn = sql.ref(id.column)
  const kind = shape.sorts[tableQuery.sort] ?? 'text'
  const key = from && ('before' in from ? from.before : from.after)
  const found = await query
    .select([keyText(kind, column).as('key_value'), sql<string>`${idColumn}::text`.as('key_id')])
    .$if(isKeyOf(id.type, key), (rows) => rows.where(isBeyond(key as TableKey)))
    .orderBy(column, direction)
    .orderBy(idColumn, direction)
    .limit(teamPageSize + 1)
    .$castTo<Row & Key>()
    .execute()
  const rows = found.slice(0, teamPageSize)
  if (isBackwards) rows.reverse()
  const hasMore = found.length > teamPageSize
  const [first, last] = [rows.at(0), rows.at(-1)]
  return {
    rows,
    previous: first && (isBackwards ? hasMore : from !== null) ? toKey(first) : null,
    next: last && (isBackwards || hasMore) ? toKey(last) : null,
  }

  function isBeyond({ value, id: last }: TableKey): RawBuilder<boolean> {
    const comparison = sql.raw(direction === 'desc' ? '<' : '>')
    const lastId = sql`${last}::${sql.raw(id.type)}`
    return sql`(${column}, ${idColumn}) ${comparison} (${keyValue(kind, value)}, ${lastId})`
  }
}

type Key = { key_value: string; key_id: string }

function toKey({ key_value, key_id }: Key): TableKey {
  return { value: key_value, id: key_id }
}

function isKeyOf(type: 'uuid' | 'bigint', key: TableKey | null): boolean {
  return key !== null && (type === 'uuid' ? isUuid(key.id) : /^\d{1,18}$/.test(key.id))
}

/** Times in whole microseconds: a JavaScript date is not precise enough to find the row again. */
function keyText(kind: SortKind, column: RawBuilder<unknown>): RawBuilder<string> {
  return kind === 'time'
    ? sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text`
    : sql<string>`${column}::text`
}

function keyValue(kind: SortKind, value: string): RawBuilder<unknown> {
  if (kind === 'time') return sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`
  return kind === 'number' ? sql`${value}::bigint` : sql`${value}::text`
}
