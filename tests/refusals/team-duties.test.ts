import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { teamDuties } from '#domain/policy.ts'
import { listHandlers, routes } from '#tests/refusals/handlers.ts'

const duties = Object.keys(teamDuties)

/** The handlers for all roles of the team, with the reason. */
const forAllRoles = {
  'app/team/shell/shell.route.tsx loader': 'the frame of every page',
  'app/team/shell/desk.route.tsx loader': 'shows the queues of the role',
  'app/team/find/find.route.ts action': 'finds only what the role may open',
}

test('every route of the team names a duty, or is for all roles with a reason', () => {
  const files = new Set(routes.map(({ file }) => file).filter((file) => file.startsWith('app/team/')))
  const handlers = [...files].flatMap(listHandlers)
  expect(handlers.length).toBeGreaterThan(45)
  const withoutDuty = handlers.filter(({ policy }) => !duties.includes(String(policy)))
  expect(withoutDuty.map(({ handler }) => handler).toSorted()).toEqual(Object.keys(forAllRoles).toSorted())
})

test('every verb of the team names a duty, and only four queries are for all roles', () => {
  const files = readdirSync('domain', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.server.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
  const forAll = files.filter((file) => /allow\([^)]*'team(OrSystem)?'\)/.test(readFileSync(file, 'utf8')))
  expect(forAll.toSorted()).toEqual([
    'domain/team/audit-table.server.ts',
    'domain/team/count-waiting.server.ts',
    'domain/team/find-everything.server.ts',
    'domain/team/find-people.server.ts',
  ])
})
