import { searchMaxLength } from '#kernel/limits.ts'

/**
 * Queries of long tables, as encoded in a URL: search, filters, sort order and page. Anyone can edit the URL, so
 * invalid values are ignored.
 */
export type SortKind = 'time' | 'number' | 'text'

export type TableShape = {
  /** The columns that can be sorted by. */
  sorts: Record<string, SortKind>
  /** The default sort; a leading minus sorts descending. */
  defaultSort: string
  /** The allowed values of each filter: one of these, or any id. */
  filters: Record<string, readonly string[] | 'id'>
}

type SortName<Shape extends TableShape> = keyof Shape['sorts'] & string

type Filters<Shape extends TableShape> = {
  [Name in keyof Shape['filters']]?: Shape['filters'][Name] extends readonly (infer Choice)[] ? Choice : string
}

export type TableQuery<Shape extends TableShape = TableShape> = {
  search: string
  sort: SortName<Shape>
  descending: boolean
  filters: Filters<Shape>
  /** A page is identified by the last row before it or the first row after it (keyset pagination). */
  from: { after: TableKey } | { before: TableKey } | null
}

export type TableKey = { value: string; id: string }

export type TablePage<Row> = { rows: Row[]; previous: TableKey | null; next: TableKey | null }

export function readTableQuery<Shape extends TableShape>(shape: Shape, query: URLSearchParams): TableQuery<Shape> {
  const requested = query.get('sort') ?? ''
  const text = isSort(shape, requested) ? requested : shape.defaultSort
  const filters = Object.entries(shape.filters).flatMap(([name, choices]) => {
    const value = query.get(name) ?? ''
    const isKnown = choices === 'id' ? idShape.test(value) : choices.includes(value)
    return isKnown ? [[name, value]] : []
  })
  return {
    search: (query.get('q') ?? '').trim().slice(0, searchMaxLength).replaceAll('\0', ''),
    sort: removeDirection(text) as SortName<Shape>,
    descending: text.startsWith('-'),
    filters: Object.fromEntries(filters),
    from: readPageKey(shape.sorts[removeDirection(text)] ?? 'text', query),
  }
}

type QueryChange = Partial<Pick<TableQuery, 'search' | 'sort' | 'descending' | 'filters' | 'from'>>

/** The URL of the same table with changes. Every change except a change of the page returns to the first page. */
export function tableUrl(tableQuery: TableQuery, change: QueryChange = {}): string {
  const { search, sort, descending, filters, from } = { ...tableQuery, from: null, ...change }
  const query = new URLSearchParams()
  if (search) query.set('q', search)
  for (const [name, value] of Object.entries(filters)) if (value) query.set(name, String(value))
  query.set('sort', `${descending ? '-' : ''}${sort}`)
  if (from) {
    const [[name, { value, id }] = ['after', { value: '', id: '' }]] = Object.entries(from) as [string, TableKey][]
    query.set(name, `${value}.${id}`)
  }
  return `?${query}`
}

const idShape = /^[\w-]{1,64}$/

function isSort(shape: TableShape, text: string): boolean {
  return Object.hasOwn(shape.sorts, removeDirection(text))
}

function removeDirection(sort: string): string {
  return sort.replace(/^-/, '')
}

/** Times are whole microseconds since 1970, as in the database. */
const keyShapes: Record<SortKind, RegExp> = {
  time: /^-?\d{1,16}$/,
  number: /^-?\d{1,18}$/,
  text: /^[^\0]{0,300}$/,
}

function readPageKey(kind: SortKind, query: URLSearchParams): TableQuery['from'] {
  for (const name of ['after', 'before'] as const) {
    const [, value = '', id = ''] = /^(.*)\.([\w-]{1,64})$/s.exec(query.get(name) ?? '') ?? []
    if (id && keyShapes[kind].test(value)) {
      return name === 'after' ? { after: { value, id } } : { before: { value, id } }
    }
  }
  return null
}
