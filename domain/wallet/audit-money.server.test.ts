import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { holdMoney, releaseHold } from '#domain/wallet/session-money.server.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { useDatabase } from '#tests/database.ts'
import { giveMoney, newAccountId, newSessionId, rupees, settleMinutes } from '#tests/money.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
const session = { studentId: newAccountId(), expertId: newAccountId(), sessionId: newSessionId() }

test('correct books have no mismatch, during and after a session', async () => {
  await giveMoney(system(), session.studentId, rupees(100))
  await holdMoney(system(), { ...session, amount: rupees(50), step: 0 })
  expect(await auditMoney(system())).toEqual([])
  await settleMinutes(system(), { ...session, minutes: 3 })
  expect(await auditMoney(system())).toEqual([])
})

test('the audit reports a hold without activity for more than a day', async () => {
  const staleHold = { ...session, sessionId: newSessionId() }
  await holdMoney(system(), { ...staleHold, amount: rupees(20), step: 0 })
  const inTwoDays = database.as({ kind: 'system' }, { now: () => new Date(Date.now() + 2 * 86_400_000) })
  expect(await auditMoney(inTwoDays)).toEqual([
    { check: 'stale hold', what: expect.stringContaining(`2000 paise have been held for ${staleHold.sessionId}`) },
  ])
  await releaseHold(system(), staleHold)
  expect(await auditMoney(inTwoDays)).toEqual([])
})

test('the audit reports a statement that differs from the wallet', async () => {
  const owner = connectDatabase(database.ownerUrl(), () => undefined, 1)
  await sql`insert into ledger_lines (account_id, operation_id, amount_paise, source, description, at)
    select account_id, operation_id, 7, source, 'invented', at from ledger_lines limit 1`.execute(owner.db)
  await owner.close()
  expect(await auditMoney(system())).toMatchObject([{ check: 'statement' }])
})

test('the audit is refused to visitors', async () => {
  await expect(auditMoney(database.as({ kind: 'visitor', address: '' }))).rejects.toThrow('logged in')
})
