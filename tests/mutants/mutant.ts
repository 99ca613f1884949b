import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
const migrations = join(root, 'database/migrations')

/** A source file, or a function of the database by its name. */
type Place = { file: string } | { sqlFunction: string }

/** A plausible bug: replaces `from`, which occurs once in its place, with `to`. */
type Change = { bug: string; from: string; to: string }

/** The bugs of one place, and the test files that are expected to notice each of them. */
export type MutantGroup = Place & { tests: string[]; changes: Change[] }

export type Mutant = Change & { id: string; room: string; place: Place; tests: string[] }

/** The path of the mutated file, or the name of the mutated function. */
export function getPlaceName(place: Place): string {
  return 'file' in place ? place.file : `${place.sqlFunction}()`
}

/** The mutated text of the file, or the statement that replaces the function by the mutated one. */
export function createMutatedText({ place, from, to }: Mutant): string {
  return replaceOnce(readOriginalText(place), { from, to, where: getPlaceName(place) })
}

/** The text of the file, or the statement that defines the function as the last migration left it. */
export function readOriginalText(place: Place): string {
  return 'file' in place ? readFileSync(join(root, place.file), 'utf8') : getLatestDefinition(place.sqlFunction)
}

export function replaceOnce(text: string, { from, to, where }: { from: string; to: string; where: string }): string {
  const parts = text.split(from)
  if (parts.length !== 2) {
    throw new Error(`${where} has ${parts.length - 1} occurrences of the snippet, not 1: ${from}`)
  }
  return parts.join(to)
}

/** Returns the definition of the last migration that has one. */
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
