import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createAccount } from '#domain/sign-in/create-account.server.ts'
import { useDatabase } from '#tests/database.ts'
import { dataKeys } from '#tests/product.ts'

const database = useDatabase()

function seed(environment: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/seed-demo.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: database.url(),
      DATABASE_OWNER_URL: database.ownerUrl(),
      DATA_DIR: tmpdir(),
      DATA_KEYS: dataKeys,
      ONE_NODE: 'true',
      ...environment,
    },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const listEmails = async () =>
  (await database.db().selectFrom('profiles').select('email').execute()).map(({ email }) => email)

test('the demo people, whose passwords are public, are not added for a public origin', async () => {
  const refused = seed({ PUBLIC_ORIGIN: 'https://samjhao.example' })
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  expect(refused.stderr).toContain('https://samjhao.example is not on this machine')
  expect(await listEmails()).toEqual([])
})

test('the demo people are not added beside a real account', async () => {
  const real = { email: 'owner@real.example', fullName: 'Real Owner', role: 'student' as const }
  await createAccount(database.as({ kind: 'system' }), real)
  const refused = seed()
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  expect(refused.stderr).toContain('already contains real accounts')
  expect(await listEmails()).toEqual([real.email])
})
