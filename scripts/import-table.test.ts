import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomsBelow } from '#scripts/import-table.ts'

// A copy of the rules beside files made for the purpose: each row of the table is seen to refuse and to allow.
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
  ['domain/reviews/a.server.ts', '#domain/refunds/queries.server.ts'],
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
  ['app/ui/a.tsx', '#app/shell/frame.tsx'],
  ['app/features/x/a.tsx', '#domain/sign-in/create-account.server.ts'],
  ['app/features/x/a.tsx', '#app/discovery/home.route.tsx'],
  ['app/features/x/a.tsx', '#app/base/serve.server.ts'],
  ['app/routes/public/a.tsx', '#server/app.ts'],
  ['app/routes/public/a.tsx', '#platform/db/database.ts'],
  ['seeds/a.ts', '#server/config.server.ts'],
  ['seeds/a.ts', '#live/gateway.server.ts'],
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
  ['app/features/x/b.tsx', '#domain/accounts/contract.ts'],
  ['app/features/x/b.tsx', '#live/client.ts'],
  ['app/routes/public/b.tsx', '#domain/content/queries.server.ts'],
  ['seeds/b.ts', '#live/meters.server.ts'],
  ['server/b.ts', '#app/base/request.server.ts'],
]

/** The rows whose import the linter objects to; all of them in one run, a line for each. */
function refused(rows: [string, string][]): [string, string][] {
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
    [...stdout.matchAll(/^(\S+?):(\d+):.*no-restricted-imports/gm)].map(
      ([, file, line]) => `${file} ${line}`,
    ),
  )
  return [...byFile].flatMap(([file, ofFile]) =>
    ofFile.filter((_, index) => found.has(`${file} ${index + 1}`)),
  )
}

test('a room stands above all rooms that it may import', () => {
  const floors = Object.keys(roomsBelow)
  const upward = Object.entries(roomsBelow).flatMap(([room, below]) =>
    below
      .filter((name) => !floors.slice(0, floors.indexOf(room)).includes(name))
      .map((name) => `${room}: ${name}`),
  )
  expect(upward).toEqual([])
})

test('every room of the domain has its row', () => {
  const rooms = readdirSync('domain', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(rooms.map(({ name }) => name).toSorted()).toEqual(Object.keys(roomsBelow).toSorted())
})

test('what the import table forbids is an error', () => {
  const known = new Set(refused(forbidden))
  expect(forbidden.filter((row) => !known.has(row))).toEqual([])
})

test('what it allows is none', () => {
  expect(refused(allowed)).toEqual([])
})
