import { expect, test } from 'vitest'
import { auditBooksDaily } from '#domain/team/audit-books-daily.server.ts'
import { holdMoney } from '#domain/wallet/session-money.server.ts'
import type { Mail } from '#platform/mail/port.ts'
import { readConfig } from '#server/config.server.ts'
import { useDatabase } from '#tests/database.ts'
import { giveMoney, newAccountId, newSessionId, rupees } from '#tests/money.ts'
import { withDemo } from '#tests/payments.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const { product } = readConfig({})

async function runAudit(now = new Date()) {
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail) }
  const ctx = { ...withDemo(database.as({ kind: 'system' }, { now: () => now })), mailer, product }
  return { mismatches: await auditBooksDaily(ctx, '7'), sent }
}

const listAuditActs = () =>
  database.db().selectFrom('audit_log').select('act').where('act', 'like', 'books%').orderBy('id').execute()

test('correct books are only logged, and wrong books are also mailed to the members who keep them', async () => {
  const { email } = await newSignedInPerson(database.as, 'team')
  await newSignedInPerson(database.as, 'student')
  expect(await runAudit()).toEqual({ mismatches: [], sent: [] })

  const studentId = newAccountId()
  await giveMoney(database.as({ kind: 'system' }), studentId, rupees(10))
  const hold = { studentId, sessionId: newSessionId(), amount: rupees(10), step: 0 }
  await holdMoney(database.as({ kind: 'system' }), hold)
  const { mismatches, sent } = await runAudit(new Date(Date.now() + 2 * 86_400_000))
  expect(mismatches).toMatchObject([{ check: 'stale hold' }])
  expect(sent).toMatchObject([{ to: email, subject: 'The books of Samjhao do not balance' }])
  expect(sent[0]?.text).toContain(`stale hold: 1000 paise have been held for ${hold.sessionId}`)
  expect(await listAuditActs()).toEqual([{ act: 'books proved' }, { act: 'books found wrong' }])
})

test('only the system can run the audit', async () => {
  const mailer = { send: async () => undefined }
  const ctx = { ...withDemo(database.as({ kind: 'visitor', address: '' })), mailer, product }
  await expect(auditBooksDaily(ctx, '7')).rejects.toThrow('logged in')
})
