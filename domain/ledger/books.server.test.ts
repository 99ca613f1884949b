import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks, rollUpBooks } from '#domain/ledger/audit-books.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf, giveMoney, newAccountId, rupees } from '#tests/money.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
const asha = newAccountId()
let product: pg.Client
let owner: pg.Client

beforeAll(async () => {
  product = new pg.Client(database.url())
  owner = new pg.Client(database.ownerUrl())
  await Promise.all([product.connect(), owner.connect()])
  await giveMoney(system(), asha, rupees(100))
})
afterAll(() => Promise.all([product.end(), owner.end()]))

const history = [
  ['ledger_operations', 'kind'],
  ['ledger_transfers', 'amount_paise'],
  ['ledger_lines', 'source'],
  ['audit_log', 'act'],
]

describe('history', () => {
  test.each(history)('in %s is append-only, even for the owner of the database', async (table, column) => {
    await owner.query(`insert into audit_log (at, act) values (now(), 'a test')`)
    const acts = [`update ${table} set ${column} = ${column}`, `delete from ${table}`, `truncate ${table} cascade`]
    for (const act of acts) {
      await expect(owner.query(act)).rejects.toThrow('the books are only added to')
      await expect(product.query(act)).rejects.toThrow('permission denied')
    }
  })

  test('accounts cannot be deleted', async () => {
    await expect(owner.query('delete from ledger_accounts')).rejects.toThrow('the books are only added to')
    await expect(owner.query('truncate ledger_accounts cascade')).rejects.toThrow('the books are only added to')
  })

  test('the product can write the books only through their functions, and cannot disable their triggers', async () => {
    const id = randomUUID()
    for (const act of [
      `insert into ledger_operations (id, kind, subject_id, request, at) values ('${id}', 'x', '${id}', '{}', now())`,
      `insert into ledger_transfers (operation_id, debit_account, credit_account, amount_paise) values ('${id}', 1, 2, 3)`,
      `update ledger_accounts set balance_paise = 1`,
      `insert into ledger_snapshots values (1, 1, 1)`,
      `insert into ledger_account_kinds values ('mine', true, true)`,
      `select ledger_begin('${id}', 'x', '${id}', 0, null, now(), '{}')`,
      `select ledger_move('${id}', array[1], array[2], array[3])`,
      `select ledger_close(1)`,
      `select ledger_line('${id}', 1, 1, 'x', 'y', now())`,
    ]) {
      await expect(product.query(act)).rejects.toThrow(/permission denied/)
    }
    for (const act of [
      'alter table ledger_transfers disable trigger all',
      'drop trigger ledger_transfers_stays on ledger_transfers',
      'create or replace function ledger_is_history() returns trigger language plpgsql as $$ begin return new; end $$',
      'set session_replication_role = replica',
    ]) {
      await expect(product.query(act)).rejects.toThrow(/must be owner|permission denied/)
    }
  })
})

describe('a balance', () => {
  test('changes only by a transfer', async () => {
    for (const act of [
      'update ledger_accounts set balance_paise = balance_paise + 1 where kept',
      `insert into ledger_accounts (kind, subject_id, kept, may_be_negative, balance_paise) values ('student_wallet', gen_random_uuid(), true, false, 5)`,
    ]) {
      await expect(owner.query(act)).rejects.toThrow(/a balance changes by a transfer only|begins empty/)
    }
    await expect(
      owner.query(`update ledger_accounts set may_be_negative = true where kind = 'student_wallet'`),
    ).rejects.toThrow('an account stays what it is')
  })

  test('that is not stored is summed, before and after a roll-up', async () => {
    const before = await balanceOf(database.db(), 'gateway_clearing')
    await rollUpBooks(system())
    expect(await balanceOf(database.db(), 'gateway_clearing')).toBe(before)
    await giveMoney(system(), asha, rupees(1))
    expect(await balanceOf(database.db(), 'gateway_clearing')).toBe(before - 100)
    await Promise.all([rollUpBooks(system()), rollUpBooks(system()), giveMoney(system(), asha, rupees(1))])
    await rollUpBooks(system())
    expect(await balanceOf(database.db(), 'gateway_clearing')).toBe(before - 200)
    expect(await auditBooks(system())).toEqual([])
  })
})

test('invalid amounts are refused and leave nothing', async () => {
  const accountId = newAccountId()
  for (const amount of [0, -1, -5_000_000_000]) {
    await expect(giveMoney(system(), accountId, amount)).rejects.toThrow('an amount is above zero')
  }
  await expect(giveMoney(system(), accountId, 1e19)).rejects.toThrow('out of range')
  expect(await balanceOf(database.db(), 'student_wallet', accountId)).toBe(0)
})

test('a derived id is deterministic, of version 5, and differs by subject and step', () => {
  const subject = '8c7b1f2e-0d5a-4f0e-9a3b-2f6c1d7e8a90'
  expect(derivedId(subject, 'settle')).toBe(derivedId(subject, 'settle'))
  expect(derivedId(subject, 'settle')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const others = [derivedId(subject, 'refund'), derivedId(randomUUID(), 'settle'), derivedId(subject, 'settle')]
  expect(new Set(others).size).toBe(3)
})

describe('the audit', () => {
  test('is refused to visitors', async () => {
    await expect(auditBooks(database.as({ kind: 'visitor', address: '' }))).rejects.toThrow('logged in')
  })

  // The triggers would prevent each of these changes.
  test.each([
    ['drift', `update ledger_accounts set balance_paise = balance_paise + 5 where kind = 'student_wallet'`],
    ['sum', `update ledger_accounts set balance_paise = balance_paise + 5 where kind = 'student_wallet'`],
    [
      'unknown account',
      `update ledger_transfers set credit_account = 987654 where id = (select min(id) from ledger_transfers)`,
    ],
    ['below zero', `update ledger_transfers set debit_account = credit_account, credit_account = debit_account`],
    ['snapshot', `update ledger_snapshots set balance_paise = balance_paise + 1`],
  ])('finds %s', async (check, damage) => {
    await rollUpBooks(system())
    const withoutTriggers = connectDatabase(database.ownerUrl(), () => undefined, 1)
    const tx = await withoutTriggers.db.startTransaction().execute()
    await sql`alter table ledger_accounts disable trigger user`.execute(tx)
    await sql`alter table ledger_transfers disable trigger user`.execute(tx)
    await sql.raw(damage).execute(tx)
    const found = await auditBooks({ ...system(), db: tx })
    await tx.rollback().execute()
    await withoutTriggers.close()
    expect(found.map((mismatch) => mismatch.check)).toContain(check)
    expect(await auditBooks(system())).toEqual([])
  })
})
