import fc from 'fast-check'
import { expect, test } from 'vitest'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { useDatabase } from '#tests/database.ts'
import { commandSequences, expectSameBalances, Model, runCommand } from '#tests/properties/money-model.ts'

const database = useDatabase()

test('after any step the ledger balances, no wallet is negative, and statements match wallets', async () => {
  const ctx = database.as({ kind: 'system' })
  const history = fc.asyncProperty(commandSequences, async (commands) => {
    const model = new Model()
    for (const command of commands) {
      await runCommand(model, ctx, command)
      await expectSameBalances(model, ctx)
    }
  })
  await fc.assert(history, { numRuns: 25 })
  expect(await auditMoney(ctx)).toEqual([])
})
