import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { appRoleUrl, createDatabase, testSealer } from '#tests/database.ts'
import { runMoneyRace } from '#tests/properties/money-parallel.ts'

test('only one of many concurrent withdrawals, settlements or refunds of the same money takes effect', async () => {
  expect(await runMoneyRaceIn(await createDatabase({ empty: false }))).toEqual([])
})

test('the race check reports double withdrawals and drift when balances are read without a lock', async () => {
  const ownerUrl = await createDatabase({ empty: false })
  const owner = connectDatabase(ownerUrl, () => undefined, 1)
  await sql`create or replace function ledger_lock(variadic accounts bigint[]) returns void language sql as ''`.execute(
    owner.db,
  )
  await sql
    .raw(
      `create or replace function ledger_balances_follow() returns trigger language plpgsql as $$
      declare
        entry record;
        stale bigint;
      begin
        for entry in select * from made loop
          select balance_paise into stale from ledger_accounts where id = entry.debit_account;
          perform pg_sleep(0.2);
          update ledger_accounts set balance_paise = stale - entry.amount_paise where id = entry.debit_account and kept;
          update ledger_accounts set balance_paise = balance_paise + entry.amount_paise where id = entry.credit_account and kept;
        end loop;
        return null;
      end $$`,
    )
    .execute(owner.db)
  await owner.close()
  const problems = await runMoneyRaceIn(ownerUrl)
  expect(problems).toContainEqual(expect.stringMatching(/of 200 withdrawals of the whole balance were granted/))
  expect(problems).toContainEqual(expect.stringMatching(/^drift: expert_earnings/))
})

async function runMoneyRaceIn(ownerUrl: string): Promise<string[]> {
  const database = connectDatabase(appRoleUrl(ownerUrl), () => undefined, 24)
  const ctx: Context = {
    db: database.db,
    clock: systemClock,
    actor: { kind: 'system' },
    publish: () => undefined,
    sealer: testSealer,
  }
  try {
    return await runMoneyRace(ctx)
  } finally {
    await database.close()
  }
}
