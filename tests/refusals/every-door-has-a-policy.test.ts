import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routeConfig from '#app/routes.ts'
import { policies } from '#domain/policy.ts'
import { exportedFunctions } from '#tests/rooms/exported-functions.ts'
import { readSql } from '#tests/rooms/read-sql.ts'
import { tablesOf } from '#tests/rooms/tables.ts'

/** Functions of the database write only where the books do, and those ask in `post`'s callers. */
const database = { tables: new Set(Object.values(tablesOf).flat()), functions: new Set<string>() }

const routes = [...new Set(filesOf(await routeConfig)), 'root.tsx'].map((file) => join('app', file))

function filesOf(entries: RouteConfigEntry[]): string[] {
  return entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)])
}

/** Loaders and actions of a file, each with the policy that it names. */
function doorsOf(file: string): { door: string; policy: string | undefined }[] {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/export (?:async )?(?:const|function) (loader|action)\b([^\n]*\n?[^\n]*)/g)].map(
    ([, door = '', rest = '']) => ({ door, policy: /=\s*serve\(\s*'(\w+)'/.exec(rest)?.[1] }),
  )
}

test('every loader and action names a policy of the one table', () => {
  expect(routes.filter((file) => !/\/root\.tsx$|\.route\.tsx?$/.test(file))).toEqual([])
  const unnamed = routes.flatMap((file) =>
    doorsOf(file)
      .filter(({ policy }) => policy === undefined || !(policy in policies))
      .map(({ door }) => `${file}: ${door}`),
  )
  expect(unnamed).toEqual([])
})

/** Files of a folder, but for tests. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** The functions of the domain that write, by the builder or in raw SQL, and do not ask who is there. */
function listUnasking(): { name: string; file: string }[] {
  return filesIn('domain')
    .filter((file) => file.endsWith('.server.ts'))
    .flatMap((file) =>
      exportedFunctions(readFileSync(file, 'utf8'))
        .filter(({ text }) => readSql(text, database).touches.some(({ kind }) => kind !== 'read'))
        .filter(({ text }) => !/allow\(|isPerson\((ctx\.)?actor\)|moverOf\(/.test(text))
        .map(({ name }) => ({ name, file })),
    )
}

test('every verb asks who is there; what does not is a step of verbs, and used by the domain alone', () => {
  const outside = ['app', 'live', 'server', 'demo', 'scripts']
    .flatMap(filesIn)
    .map((file) => readFileSync(file, 'utf8'))
  const open = listUnasking().filter(({ name, file }) =>
    outside.some((source) =>
      [...source.matchAll(/import \{([^}]*)\} from '#([^']+)'/g)].some(
        ([, names = '', from]) => from === file && new RegExp(`(?<!type )\\b${name}\\b`).test(names),
      ),
    ),
  )
  expect(open.map(({ name, file }) => `${file} ${name}`).toSorted()).toEqual([
    // The process that plays the experts of the demo signs them in.
    'domain/accounts/start-sign-in.server.ts startSignIn',
    // A job.
    'domain/sign-in/send-password-link.server.ts sendPasswordLink',
    // Whoever has the link is asked nothing else.
    'domain/sign-in/set-password-by-link.server.ts setPasswordByLink',
  ])
})

test('a write in raw SQL and one in a function of the same file are seen', () => {
  const source = `
    export async function one(ctx) { await sql\`update profiles set a = 1\`.execute(ctx.db) }
    export async function two(ctx) { await helper(ctx.db) }
    export async function three(ctx) { return sql\`select from profiles\` }
    function helper(db) { return db.insertInto('profiles') }`
  const writing = exportedFunctions(source).filter(({ text }) =>
    readSql(text, database).touches.some(({ kind }) => kind === 'write'),
  )
  expect(writing.map(({ name }) => name)).toEqual(['one', 'two'])
})
