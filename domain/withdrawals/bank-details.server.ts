import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import type { BankDetails } from '#domain/withdrawals/rules.ts'
import type { SealedField } from '#platform/sealing/port.ts'

type Purpose = Extract<SealedField['purpose'], 'bank account' | 'withdrawal'>

/** The columns of a bank account: all details encrypted, and the few parts that may be shown. */
export function bankColumns({ sealer }: Context, details: BankDetails, purpose: Purpose, rowId: string) {
  return {
    sealed_details: sealer.seal(JSON.stringify(details), { purpose, rowId }),
    bank_name: details.bankName,
    bank_code: details.ifscCode.slice(0, 4),
    last_four: details.accountNumber.slice(-4),
  }
}

/**
 * Returns the same value for all withdrawals to one account. Ignores the branch and leading zeros, because one account
 * can be written with or without them.
 */
export function fingerprintAccount({ sealer }: Context, { ifscCode, accountNumber }: BankDetails): string {
  return sealer.fingerprint(`${ifscCode.slice(0, 4)} ${accountNumber.replace(/^0+/, '')}`, 'bank account')
}

/**
 * Runs as a job: adds missing fingerprints to withdrawals of earlier versions. Returns their number. Details that
 * cannot be decrypted do not stop the others, but the job fails at the end.
 */
export async function fingerprintWithdrawals(ctx: Context): Promise<number> {
  allow(ctx.actor, 'system')
  const rows = await ctx.db
    .selectFrom('withdrawals')
    .select(['id', 'sealed_details'])
    .where('account_fingerprint', 'is', null)
    .where('sealed_details', 'is not', null)
    .execute()
  let count = 0
  const unreadable: unknown[] = []
  for (const { id, sealed_details } of rows) {
    try {
      const details = openBankDetails(ctx, sealed_details ?? '', { purpose: 'withdrawal', rowId: id })
      const { numUpdatedRows } = await ctx.db
        .updateTable('withdrawals')
        .set({ account_fingerprint: fingerprintAccount(ctx, details) })
        .where('id', '=', id)
        // Skips a row whose owner deleted the account meanwhile.
        .where('sealed_details', 'is not', null)
        .executeTakeFirst()
      count += Number(numUpdatedRows)
    } catch (error) {
      unreadable.push(error)
    }
  }
  if (unreadable.length > 0) throw new AggregateError(unreadable, `${unreadable.length} bank details are unreadable`)
  return count
}

export function openBankDetails({ sealer }: Context, sealed: string, field: SealedField): BankDetails {
  return JSON.parse(sealer.open(sealed, field)) as BankDetails
}

/** The ids of the data keys that have sealed bank details. */
export async function listBankKeyIds({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct split_part(sealed_details, '.', 2) id
    from (select sealed_details from bank_accounts union all select sealed_details from withdrawals) sealed
    where sealed_details is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Encrypts bank details again if the data key has changed. Returns the number of changed rows. */
export async function resealBankDetails(ctx: Context): Promise<number> {
  allow(ctx.actor, 'system')
  const { sealer } = ctx
  let count = 0
  const accounts = await ctx.db.selectFrom('bank_accounts').select(['profile_id', 'sealed_details']).execute()
  for (const { profile_id, sealed_details } of accounts) {
    const sealed = reseal(sealed_details, { purpose: 'bank account', rowId: profile_id })
    if (!sealed) continue
    const { numUpdatedRows } = await ctx.db
      .updateTable('bank_accounts')
      .set({ sealed_details: sealed })
      .where('profile_id', '=', profile_id)
      // Skips a row whose owner saved another account meanwhile.
      .where('sealed_details', '=', sealed_details)
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }
  const withdrawals = await ctx.db
    .selectFrom('withdrawals')
    .select(['id', 'sealed_details'])
    .where('sealed_details', 'is not', null)
    .execute()
  for (const { id, sealed_details } of withdrawals) {
    const field = { purpose: 'withdrawal', rowId: id } as const
    const sealed = sealed_details && reseal(sealed_details, field)
    if (!sealed) continue
    const account_fingerprint = fingerprintAccount(ctx, openBankDetails(ctx, sealed, field))
    const { numUpdatedRows } = await ctx.db
      .updateTable('withdrawals')
      .set({ sealed_details: sealed, account_fingerprint })
      .where('id', '=', id)
      .where('sealed_details', '=', sealed_details)
      .executeTakeFirst()
    count += Number(numUpdatedRows)
  }
  return count

  function reseal(sealed: string, field: SealedField): string | undefined {
    return sealer.isCurrent(sealed) ? undefined : sealer.seal(sealer.open(sealed, field), field)
  }
}
