import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
const migrations = join(root, 'database/migrations')

/** A source file, or a function of the database by its name. */
type Source = { file: string } | { sqlFunction: string }

/** A plausible bug: replaces `from`, which must occur once in the source, with `to`. */
type Change = { bug: string; from: string; to: string }

/** The bugs of one source, and the test files that must detect each bug. */
export type MutantGroup = Source & { tests: string[]; changes: Change[] }

export type Mutant = Change & { id: string; room: string; source: Source; tests: string[] }

/** The path of the mutated file, or the name of the mutated function. */
export function getSourceName(source: Source): string {
  return 'file' in source ? source.file : `${source.sqlFunction}()`
}

/** The mutated text of the file, or the statement that creates the mutated function. */
export function createMutatedText({ source, from, to }: Mutant): string {
  return replaceOnce(readOriginalText(source), { from, to, where: getSourceName(source) })
}

/** The text of the file, or the latest definition of the function in the migrations. */
export function readOriginalText(source: Source): string {
  return 'file' in source ? readFileSync(join(root, source.file), 'utf8') : getLatestDefinition(source.sqlFunction)
}

export function replaceOnce(text: string, { from, to, where }: { from: string; to: string; where: string }): string {
  const parts = text.split(from)
  if (parts.length !== 2) {
    throw new Error(`${where} has ${parts.length - 1} occurrences of the snippet, not 1: ${from}`)
  }
  return parts.join(to)
}

/** Returns the function’s definition in the last migration that defines it. */
function getLatestDefinition(name: string): string {
  const definition = readdirSync(migrations)
    .toSorted()
    .flatMap((file) => listDefinitions(readFileSync(join(migrations, file), 'utf8'), name))
    .at(-1)
  if (!definition) throw new Error(`no migration defines the function ${name}`)
  return definition
}

/** Bodies are written between two `$$`, as `begin atomic … end`, or as one `return`. */
function listDefinitions(sql: string, name: string): string[] {
  const bodies = [String.raw`as \$\$.*?\$\$`, String.raw`begin atomic\n.*?\nend`, String.raw`\breturn .*?`]
  const head = String.raw`create (?:or replace )?function (${name}\([^;]*?)`
  const pattern = new RegExp(`^${head}((?:${bodies.join('|')});)`, 'gms')
  return [...sql.matchAll(pattern)].map(([, before, body]) => `create or replace function ${before}${body}`)
}
