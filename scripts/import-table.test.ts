import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appRooms, roomsBelow } from '#scripts/import-table.ts'

// Runs the linter with our rules on generated files, and checks which of their imports it reports.
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'samjhao-imports-'))
  cpSync('oxlint.config.ts', join(folder, 'oxlint.config.ts'))
  cpSync('scripts/import-table.ts', join(folder, 'scripts/import-table.ts'))
  cpSync('package.json', join(folder, 'package.json'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const forbidden: [string, string][] = [
  ['kernel/a.ts', '#domain/accounts/contract.ts'],
  ['kernel/a.ts', 'react'],
  ['kernel/a.ts', 'node:fs'],
  ['kernel/a.ts', '../server/main.ts'],
  ['domain/accounts/contract.ts', '#domain/team/contract.ts'],
  ['domain/accounts/contract.ts', '#domain/sign-in/create-account.server.ts'],
  ['domain/accounts/a.server.ts', '#domain/team/figures.server.ts'],
  ['domain/accounts/a.server.ts', '#app/root.tsx'],
  ['domain/accounts/a.server.ts', '#platform/db/migrate.ts'],
  ['domain/sessions/a.server.ts', '#domain/withdrawals/queries.server.ts'],
  ['domain/sessions/meter.ts', '#domain/sessions/queries.server.ts'],
  ['domain/sessions/a.server.ts', '#domain/reviews/review-queries.server.ts'],
  ['domain/sessions/a.server.ts', '#domain/refunds/queries.server.ts'],
  ['domain/reviews/rules.ts', '#domain/sessions/queries.server.ts'],
  ['domain/refunds/a.server.ts', '#domain/reviews/review-queries.server.ts'],
  ['domain/sessions/a.server.ts', '#domain/bookings/queries.server.ts'],
  ['domain/bookings/rules.ts', 'temporal-polyfill'],
  ['domain/experts/a.server.ts', '#domain/sessions/queries.server.ts'],
  ['domain/experts/a.server.ts', '#domain/sign-in/sign-in.server.ts'],
  ['domain/accounts/a.server.ts', '#domain/notifications/notify.server.ts'],
  ['domain/notifications/a.server.ts', '#domain/experts/queries.server.ts'],
  ['domain/files/a.server.ts', '#domain/sessions/queries.server.ts'],
  ['domain/schedule/contract.ts', '#domain/bookings/contract.ts'],
  ['domain/schedule/a.server.ts', '#domain/sessions/queries.server.ts'],
  ['domain/wallet/a.server.ts', '#domain/privacy/own-data.server.ts'],
  ['domain/team/a.server.ts', '#domain/privacy/own-data.server.ts'],
  ['domain/books/a.server.ts', '#domain/withdrawals/queries.server.ts'],
  ['domain/content/a.server.ts', '#domain/discovery/queries.server.ts'],
  ['domain/mails/a.server.ts', '#domain/team/find-people.server.ts'],
  ['platform/db/a.ts', '#domain/accounts/contract.ts'],
  ['platform/db/a.ts', '#server/config.server.ts'],
  ['live/protocol.ts', '#domain/sign-in/create-account.server.ts'],
  ['live/client.ts', '#live/gateway.server.ts'],
  ['live/a.server.ts', '#server/config.server.ts'],
  ['app/ui/a.tsx', '#domain/accounts/contract.ts'],
  ['app/ui/a.tsx', '#app/base/zone.tsx'],
  ['app/base/a.tsx', '#app/account/login-form.tsx'],
  ['app/base/forms/a.ts', '#app/base/serve.server.ts'],
  ['app/bookings/a.tsx', '#domain/sign-in/create-account.server.ts'],
  ['app/bookings/a.tsx', '#app/bookings/booking.route.tsx'],
  ['app/bookings/a.tsx', '#app/schedule/slots.server.ts'],
  ['app/bookings/a.tsx', '#app/call/stage/call-window.tsx'],
  ['app/bookings/a.tsx', '#app/shell/frame.tsx'],
  ['app/bookings/a.route.tsx', '#app/bookings/booking.route.tsx'],
  ['app/bookings/a.route.tsx', '#app/discovery/expert-page/book-time.tsx'],
  ['app/bookings/a.route.tsx', '#server/app.ts'],
  ['app/bookings/a.route.tsx', '#platform/db/database.ts'],
  ['app/sessions/request/a.tsx', '#app/bookings/booking-form.tsx'],
  ['app/call/engine/a.ts', '#app/call/stage/captions.ts'],
  ['app/call/stage/a.tsx', '#app/call/calls-provider.tsx'],
  ['app/call/a.tsx', '#app/sessions/session-text.ts'],
  ['app/wallet/a.tsx', '#app/call/calls-provider.tsx'],
  ['app/team/base/table/a.tsx', '#app/team/audit/audit-text.ts'],
  ['app/team/sessions/a.tsx', '#app/team/tickets/ticket-text.tsx'],
  ['app/dashboard/a.route.tsx', '#app/team/base/facts.tsx'],
  ['app/shell/a.tsx', '#app/base/serve.server.ts'],
  ['app/shell/a.route.tsx', '#app/pages/terms.route.tsx'],
  ['server/a.ts', '#demo/fill-demo.ts'],
  ['demo/past/a.ts', '#server/config.server.ts'],
  ['demo/past/a.ts', '#live/gateway.server.ts'],
]

const allowed: [string, string][] = [
  ['kernel/b.ts', 'zod'],
  ['kernel/b.ts', '#kernel/money.ts'],
  ['domain/team/contract.ts', '#domain/accounts/contract.ts'],
  ['domain/team/b.server.ts', '#domain/sign-in/create-account.server.ts'],
  ['domain/accounts/b.server.ts', '#platform/mail/port.ts'],
  ['domain/sessions/b.server.ts', '#domain/experts/queries.server.ts'],
  ['domain/sessions/meter.ts', '#domain/sessions/rules.ts'],
  ['domain/reviews/b.server.ts', '#domain/sessions/queries.server.ts'],
  ['domain/reviews/b.server.ts', '#domain/refunds/queries.server.ts'],
  ['domain/bookings/b.server.ts', '#domain/sessions/queries.server.ts'],
  ['domain/sessions/b.server.ts', '#domain/schedule/expert-time.server.ts'],
  ['domain/sessions/contract.ts', '#domain/files/contract.ts'],
  ['domain/notifications/b.server.ts', '#domain/accounts/tokens.server.ts'],
  ['domain/privacy/b.server.ts', '#domain/books/privacy-part.server.ts'],
  ['domain/books/b.server.ts', '#domain/privacy-part.server.ts'],
  ['domain/refunds/b.server.ts', '#domain/wallet/session-money.server.ts'],
  ['platform/db/b.ts', '#platform/db/schema.ts'],
  ['live/client.ts', '#live/page.ts'],
  ['live/b.server.ts', '#domain/sign-in/create-account.server.ts'],
  ['app/ui/b.tsx', '#app/ui/button.tsx'],
  ['app/base/b.server.ts', '#domain/team/contract.ts'],
  ['app/base/forms/b.ts', '#app/base/zone.tsx'],
  ['app/bookings/b.tsx', '#domain/accounts/contract.ts'],
  ['app/bookings/b.tsx', '#live/client.ts'],
  ['app/bookings/b.tsx', '#app/sessions/request/file-field.tsx'],
  ['app/bookings/b.route.tsx', '#domain/content/queries.server.ts'],
  ['app/bookings/b.route.tsx', '#app/schedule/slots.server.ts'],
  ['app/call/b.tsx', '#app/call/calls-provider.tsx'],
  ['app/call/stage/b.tsx', '#app/call/engine/call.ts'],
  ['app/team/base/table/b.tsx', '#app/team/base/facts.tsx'],
  ['app/shell/b.tsx', '#app/call/calls-provider.tsx'],
  ['app/shell/b.route.tsx', '#app/base/serve.server.ts'],
  ['app/root.tsx', '#domain/accounts/queries.server.ts'],
  ['demo/past/b.ts', '#live/meters.server.ts'],
  ['server/b.ts', '#app/base/request.server.ts'],
  ['server/main.ts', '#demo/fill-demo.ts'],
]

/** Returns the rows whose import the linter reports. It runs once for all rows. Each import is one line of its file. */
function listRefused(rows: [string, string][]): [string, string][] {
  const byFile = Map.groupBy(rows, ([file]) => file)
  for (const [file, ofFile] of byFile) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    const imports = ofFile.map(([, specifier], index) => `import { thing${index} } from '${specifier}'`)
    const uses = `export const all = [${ofFile.map((_, index) => `thing${index}`).join(', ')}]`
    writeFileSync(path, [...imports, uses, ''].join('\n'))
  }
  const oxlint = join(folder, 'node_modules/.bin/oxlint')
  const { stdout } = spawnSync(oxlint, ['-f', 'unix', ...byFile.keys()], { cwd: folder, encoding: 'utf8' })
  for (const file of byFile.keys()) rmSync(join(folder, file))
  const found = new Set(
    [...stdout.matchAll(/^(\S+?):(\d+):.*no-restricted-imports/gm)].map(([, file, line]) => `${file} ${line}`),
  )
  return [...byFile].flatMap(([file, ofFile]) => ofFile.filter((_, index) => found.has(`${file} ${index + 1}`)))
}

test('a room is listed after all rooms that it may import', () => {
  const rooms = Object.keys(roomsBelow)
  const upward = Object.entries(roomsBelow).flatMap(([room, below]) =>
    below.filter((name) => !rooms.slice(0, rooms.indexOf(room)).includes(name)).map((name) => `${room}: ${name}`),
  )
  expect(upward).toEqual([])
})

test('every room of the domain has a row in the import table', () => {
  const rooms = readdirSync('domain', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(rooms.map(({ name }) => name).toSorted()).toEqual(Object.keys(roomsBelow).toSorted())
})

test('a forbidden import is an error', () => {
  const refused = new Set(listRefused(forbidden))
  expect(forbidden.filter((row) => !refused.has(row))).toEqual([])
})

test('an allowed import is not an error', () => {
  expect(listRefused(allowed)).toEqual([])
})

test('each folder of app may import only folders that are listed before it', () => {
  const names = Object.keys(appRooms)
  const backward = names.flatMap((room, index) =>
    (appRooms[room] ?? []).filter((name) => !names.slice(0, index).includes(name)).map((name) => [room, name]),
  )
  expect(backward).toEqual([])
})

test('every folder of app is listed', () => {
  const folders = readdirSync('app', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const rooms = new Set(Object.keys(appRooms).map((room) => room.split('/')[0]))
  expect(folders.filter((name) => name !== 'shell' && !rooms.has(name))).toEqual([])
  for (const parent of ['call', 'team']) {
    const inner = readdirSync(`app/${parent}`, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(inner.filter(({ name }) => !(`${parent}/${name}` in appRooms))).toEqual([])
  }
})

// The linter ignores dynamic imports.
test('no file imports itself through a cycle', () => {
  const sources = globSync('{kernel,domain,platform,live,app,server,demo}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$/.test(file),
  )
  const importsOf = new Map(
    sources.map((file) => [
      file,
      [...readFileSync(file, 'utf8').matchAll(/\b(?:from|import\()\s*'#([^'?]+)'/g)].map(([, path = '']) => path),
    ]),
  )
  const finished = new Set<string>()
  const cycles: string[][] = []
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) return void cycles.push([...path.slice(path.indexOf(file)), file])
    if (finished.has(file)) return undefined
    for (const next of importsOf.get(file) ?? []) visit(next, [...path, file])
    return void finished.add(file)
  }
  for (const file of sources) visit(file, [])
  expect(cycles).toEqual([])
})
