import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { policies } from '#domain/policy.ts'
import { listHandlers, routes as allRoutes } from '#tests/refusals/handlers.ts'
import { publicRoutes } from '#tests/refusals/public-routes.ts'
import { listExportedFunctions } from '#tests/rooms/exported-functions.ts'
import { readSql } from '#tests/rooms/read-sql.ts'
import { tablesOf } from '#tests/rooms/tables.ts'

/** Ignores database functions: they write only the ledger, and the callers of `post` check the permissions. */
const database = { tables: new Set(Object.values(tablesOf).flat()), functions: new Set<string>() }

const routes = [...new Set(allRoutes.map(({ file }) => file)), 'app/root.tsx']

const handlers = routes.flatMap(listHandlers)

test('every route file is scanned', () => {
  expect(routes.filter((file) => !/\/root\.tsx$|\.route\.tsx?$/.test(file))).toEqual([])
  expect(handlers.length).toBeGreaterThan(125)
  const mentions = routes.flatMap((file) => readFileSync(file, 'utf8').match(/^export .*\b(loader|action)\b/gm) ?? [])
  expect(handlers).toHaveLength(mentions.length)
})

test.each(handlers)('$handler has a known policy', ({ policy }) => {
  expect(Object.keys(policies)).toContain(policy)
})

test('every route open to anyone has a reason, and no reason is outdated', () => {
  const open = handlers.filter(({ policy }) => policy === 'anyone').map(({ handler }) => handler)
  expect(open.toSorted()).toEqual(Object.keys(publicRoutes).toSorted())
})

function listSourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Lists domain functions that write, by query builder or raw SQL, without checking the actor. */
function listUncheckedWrites(): { name: string; file: string }[] {
  return listSourceFiles('domain')
    .filter((file) => file.endsWith('.server.ts'))
    .flatMap((file) =>
      listExportedFunctions(readFileSync(file, 'utf8'))
        .filter(({ text }) => readSql(text, database).tableUses.some(({ kind }) => kind !== 'read'))
        .filter(({ text }) => !/allow\(|isPerson\((ctx\.)?actor\)|roleInSession\(/.test(text))
        .map(({ name }) => ({ name, file })),
    )
}

test('every domain write checks the actor, or is an internal step used only by the domain', () => {
  const outside = ['app', 'live', 'server', 'demo', 'scripts']
    .flatMap(listSourceFiles)
    .map((file) => readFileSync(file, 'utf8'))
  const open = listUncheckedWrites().filter(({ name, file }) =>
    outside.some((source) =>
      [...source.matchAll(/import \{([^}]*)\} from '#([^']+)'/g)].some(
        ([, names = '', from]) => from === file && new RegExp(`(?<!type )\\b${name}\\b`).test(names),
      ),
    ),
  )
  expect(open.map(({ name, file }) => `${file} ${name}`).toSorted()).toEqual([
    // The demo-experts process signs its experts in.
    'domain/accounts/start-sign-in.server.ts startSignIn',
    // The token is the proof. It counts the request.
    'domain/bookings/calendar-feed.server.ts getCalendarFeed',
    // The link itself is the proof.
    'domain/sign-in/email-links.server.ts applyEmailLink',
    // Run as jobs.
    'domain/sign-in/send-email-link.server.ts sendEmailLink',
    // The demo creates the link of the expert who waits for the approval.
    'domain/sign-in/send-password-link.server.ts createPasswordLink',
    'domain/sign-in/send-password-link.server.ts sendPasswordLink',
    // The link itself is the proof.
    'domain/sign-in/set-password-by-link.server.ts setPasswordByLink',
  ])
})

test('writes in raw SQL and in functions of the same file are detected', () => {
  const source = `
    export async function one(ctx) { await sql\`update profiles set a = 1\`.execute(ctx.db) }
    export async function two(ctx) { await helper(ctx.db) }
    export async function three(ctx) { return sql\`select from profiles\` }
    function helper(db) { return db.insertInto('profiles') }`
  const writing = listExportedFunctions(source).filter(({ text }) =>
    readSql(text, database).tableUses.some(({ kind }) => kind === 'write'),
  )
  expect(writing.map(({ name }) => name)).toEqual(['one', 'two'])
})
