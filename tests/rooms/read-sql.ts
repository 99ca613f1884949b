import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

type TableUse = { name: string; kind: 'read' | 'write' | 'call'; line: number }
/** The tables and functions that a file uses, and table names that are only known at run time. */
type TableUses = { tableUses: TableUse[]; unknown: { text: string; line: number }[] }

const builderReads = ['selectFrom', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin', 'from', 'using']
const builderWrites = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']
/** Methods whose first argument is always a table. */
const tableMethods = new Set(['selectFrom', ...builderWrites])
const builderMethods = new Set([...builderReads, ...builderWrites])

/** The types of a literal name, and of a subquery, which is read separately. */
const readableTypes = new Set(['Literal', 'ArrowFunctionExpression', 'CallExpression'])

type KnownNames = { tables: ReadonlySet<string>; functions: ReadonlySet<string> }
type Node = { type: string; start: number; end: number } & Record<string, unknown>

export function readSqlOfFile(file: string, known: KnownNames): TableUses {
  return readSql(readFileSync(file, 'utf8'), known, file)
}

/** Reads query builder calls, `sql` templates, and strings that look like SQL. */
export function readSql(source: string, known: KnownNames, file = 'file.ts'): TableUses {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(errors[0].message)
  const found: TableUses = { tableUses: [], unknown: [] }
  const findLine = (position: number) => source.slice(0, position).split('\n').length
  const getText = ({ start, end }: Node) => source.slice(start, end)
  const addRaw = (text: string, position: number) => {
    for (const tableUse of readStatement(text, known)) found.tableUses.push({ ...tableUse, line: findLine(position) })
  }
  walk(program as unknown as Node, (node, parent) => {
    if (node.type === 'CallExpression') {
      const callee = node.callee as Node
      const name = findMethod(callee)
      const first = (node.arguments as Node[])[0]
      if (name === 'table' && getText(callee) === 'sql.table')
        found.unknown.push({ text: getText(node), line: findLine(node.start) })
      if (!name || !first || !builderMethods.has(name)) return
      const kind = builderWrites.includes(name) ? 'write' : 'read'
      const named = first.type === 'ArrayExpression' ? (first.elements as Node[]) : [first]
      for (const each of named) {
        const table = typeof each.value === 'string' ? each.value.split(' ')[0] : undefined
        if (table && known.tables.has(table)) found.tableUses.push({ name: table, kind, line: findLine(each.start) })
        else if (tableMethods.has(name) && !readableTypes.has(each.type))
          found.unknown.push({ text: getText(each), line: findLine(each.start) })
      }
    } else if (node.type === 'TemplateLiteral') {
      const text = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' $0 ')
      const isTagged = parent?.type === 'TaggedTemplateExpression' && getText(parent.tag as Node) === 'sql'
      if (isTagged || looksLikeSql(text)) addRaw(text, node.start)
    } else if (node.type === 'Literal' && typeof node.value === 'string') {
      if (known.functions.has(node.value))
        found.tableUses.push({ name: node.value, kind: 'call', line: findLine(node.start) })
      else if (looksLikeSql(node.value)) addRaw(node.value, node.start)
    }
  })
  return found
}

function findMethod(callee: Node): string | undefined {
  const named = callee.type === 'MemberExpression' ? (callee.property as Node) : callee
  return named.type === 'Identifier' ? (named.name as string) : undefined
}

function looksLikeSql(text: string): boolean {
  return /^\s*(select|insert into|update|delete from|with|lock table)\s[^]*\b(from|into|set|select|table)\b/i.test(text)
}

const endsFrom = new Set('where group order limit set having returning union values select for window'.split(' '))

/**
 * Lists the relations and functions of a statement or a fragment. Names that the database does not have are aliases.
 */
function readStatement(text: string, { tables, functions }: KnownNames): Omit<TableUse, 'line'>[] {
  const found: Omit<TableUse, 'line'>[] = []
  const plain = text.replaceAll(/--.*$/gm, ' ').replaceAll(/'(?:[^']|'')*'/g, " '' ")
  const words = plain.toLowerCase().match(/[a-z_][\w.]*|\$\d+|\S/g) ?? []
  /** For each open bracket, whether a comma starts another relation. */
  const inFrom = [false]
  let expected: 'read' | 'write' | undefined
  words.forEach((word, index) => {
    const before = words[index - 1]
    const expectedHere = expected
    expected = undefined
    if (word === '(') inFrom.push(false)
    else if (word === ')') {
      if (inFrom.length > 1) inFrom.pop()
    } else if (word === 'from' || word === 'join' || word === 'using') {
      if (before === 'distinct') return
      expected = before === 'delete' ? 'write' : 'read'
      inFrom[inFrom.length - 1] = true
    } else if (word === 'into') expected = 'write'
    else if (word === 'update') {
      if (before !== 'for' && before !== 'do' && before !== 'key') expected = 'write'
    } else if (word === 'table') expected = 'read'
    else if (expectedHere && (word === 'only' || word === 'lateral')) expected = expectedHere
    else if (endsFrom.has(word)) inFrom[inFrom.length - 1] = false
    else if (word === ',' && inFrom.at(-1)) expected = 'read'
    else {
      const name = word.replace(/^public\./, '')
      if (expectedHere && tables.has(name)) found.push({ name, kind: expectedHere })
      else if (words[index + 1] === '(' && functions.has(name)) found.push({ name, kind: 'call' })
    }
  })
  return found
}

function walk(node: Node, visit: (node: Node, parent?: Node) => void, parent?: Node): void {
  visit(node, parent)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof (child as Node).type === 'string') walk(child as Node, visit, node)
    }
  }
}
