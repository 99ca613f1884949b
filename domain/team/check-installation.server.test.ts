import { expect, test } from 'vitest'
import { checkInstallation } from '#domain/team/check-installation.server.ts'
import type { InstallationReport } from '#domain/team/contract.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const report: InstallationReport = { checkedAt: new Date(), isComplete: true, checks: [] }

/** Counts its checks; the second is too early. */
function newInstallation() {
  let count = 0
  return {
    count: () => count,
    latest: () => null,
    checkAgain: async () => ((count += 1) === 1 ? report : null),
  }
}

test('an administrator checks the installation, but not twice in a short time', async () => {
  const { person } = await newSignedInPerson(database.as, 'team', undefined, 'administrator')
  const installation = newInstallation()
  await checkInstallation(database.as(person), installation)
  await expect(checkInstallation(database.as(person), installation)).rejects.toMatchObject({ code: 'checked_recently' })
})

test.each([
  ['student', undefined, 'not_allowed'],
  ['expert', undefined, 'not_allowed'],
  ['team', 'support', 'other_team_role'],
  ['team', 'finance', 'other_team_role'],
] as const)('for %s (%s) nothing is tried', async (role, teamRole, code) => {
  const { person } = await newSignedInPerson(database.as, role, undefined, teamRole)
  const installation = newInstallation()
  await expect(checkInstallation(database.as(person), installation)).rejects.toMatchObject({ code })
  expect(installation.count()).toBe(0)
})
