import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { post } from '#domain/ledger/post.server.ts'
import type { Actor } from '#domain/policy.ts'
import { approveWithdrawal } from '#domain/withdrawals/approve-withdrawal.server.ts'
import { resealBankDetails } from '#domain/withdrawals/bank-details.server.ts'
import { exportWithdrawals } from '#domain/withdrawals/export-withdrawals.server.ts'
import { returnPayout } from '#domain/withdrawals/return-payout.server.ts'
import { processWithdrawal } from '#domain/withdrawals/process-withdrawal.server.ts'
import { getTeamWithdrawal, listWithdrawals } from '#domain/withdrawals/queries.server.ts'
import { readBankDetails } from '#domain/withdrawals/read-bank-details.server.ts'
import { rejectWithdrawal } from '#domain/withdrawals/reject-withdrawal.server.ts'
import type { WithdrawalId } from '#kernel/ids.ts'
import { createSealer } from '#platform/sealing/aes-gcm.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf, statementOf, sumOfBooks } from '#tests/money.ts'
import { newDecider, newStudent, newSignedInPerson } from '#tests/signed-in-people.ts'
import { bank, expertWith, type TestExpert, withdraw } from '#tests/withdrawals.ts'

const database = useDatabase()
const db = () => database.db()
const system = { kind: 'system' } as const
const refusal = (code: string) => expect.objectContaining({ code })
const toBank = (actor: Actor = system) => ({ ...database.as(actor), payouts: 'bank' as const })
const newReference = () => `UTR${randomUUID()}`
const earnings = ({ id }: TestExpert) => balanceOf(db(), 'expert_earnings', id)
const readStatus = async ({ ctx }: TestExpert) => (await listWithdrawals(ctx))[0]?.status

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

/** Ravi has requested ₹100 of his ₹800. */
async function newWithdrawal() {
  const ravi = await expertWith(database.as, { minutes: 100 })
  return { ravi, id: await withdraw(ravi) }
}

async function newApprovedWithdrawal() {
  const created = await newWithdrawal()
  await approveWithdrawal(toBank(), { id: created.id })
  return created
}

/** Meera and Arjun of the team, with a recent password check. */
async function newTeamMembers() {
  return [await newDecider(database.as), await newDecider(database.as, 'Arjun Sen')] as const
}

async function listAuditLines({ id }: TestExpert) {
  return db()
    .selectFrom('audit_log')
    .select(['act', 'actor_id', 'thing_id', 'before', 'after'])
    .where('subject_id', '=', id)
    .where('act', 'not like', 'expert %')
    .orderBy('id')
    .execute()
}

test('an approved and processed withdrawal is paid, with its reference and an audit line for each step', async () => {
  const { ravi, id } = await newWithdrawal()
  const [meera, arjun] = await newTeamMembers()
  const publishedTopics: string[] = []
  const publish = (topic: string) => publishedTopics.push(topic)
  await approveWithdrawal({ ...toBank(meera), publish }, { id })
  expect(await readStatus(ravi)).toBe('approved')
  await processWithdrawal({ ...toBank(arjun), publish }, { id, bankReference: ' UTR 1 ' })
  expect(await listWithdrawals(ravi.ctx)).toMatchObject([
    { status: 'processed', processedAt: expect.any(Date), reason: null, demo: false },
  ])
  expect(await earnings(ravi)).toBe(700_00)
  expect(await balanceOf(db(), 'payout_in_flight', id)).toBe(0)
  const expectedTopics = [`wallet:${ravi.id}`, 'waiting:team']
  expect(publishedTopics).toEqual([...expectedTopics, ...expectedTopics])
  expect(await listAuditLines(ravi)).toEqual([
    {
      act: 'withdrawal approved',
      actor_id: meera.id,
      thing_id: id,
      before: { status: 'pending' },
      after: { status: 'approved' },
    },
    {
      act: 'withdrawal processed',
      actor_id: arjun.id,
      thing_id: id,
      before: { status: 'approved' },
      after: { status: 'processed', bankReference: 'UTR 1' },
    },
  ])
})

test.each(['pending', 'approved'])(
  'a withdrawal rejected while %s returns to the wallet with the reason',
  async (from) => {
    const { ravi, id } = await newWithdrawal()
    if (from === 'approved') await approveWithdrawal(toBank(), { id })
    await expect(rejectWithdrawal(toBank(), { id, reason: ' ' })).rejects.toEqual(refusal('reason_missing'))
    await rejectWithdrawal(toBank(), { id, reason: 'The name does not match.' })
    expect(await listWithdrawals(ravi.ctx)).toMatchObject([
      { status: 'rejected', reason: 'The name does not match.', processedAt: null },
    ])
    expect(await earnings(ravi)).toBe(800_00)
    expect(await statementOf(db(), ravi.id)).toEqual([800_00, -100_00, 100_00])
  },
)

test('a payout returned by the bank is credited to the wallet once, and the withdrawal becomes rejected', async () => {
  const { ravi, id } = await newWithdrawal()
  const reason = 'The bank says that the account is closed.'
  await expect(returnPayout(toBank(), { id, reason })).rejects.toEqual(refusal('other_step'))
  await approveWithdrawal(toBank(), { id })
  await processWithdrawal(toBank(), { id, bankReference: newReference() })
  await expect(returnPayout(toBank(), { id, reason: '' })).rejects.toEqual(refusal('reason_missing'))
  await returnPayout(toBank(), { id, reason })
  await expect(returnPayout(toBank(), { id, reason })).rejects.toEqual(refusal('other_step'))
  expect(await listWithdrawals(ravi.ctx)).toMatchObject([{ status: 'rejected', reason }])
  expect(await earnings(ravi)).toBe(800_00)
})

test('the ledger refuses to return a payout that never reached the bank', async () => {
  const { ravi, id } = await newWithdrawal()
  const returnFromBank = () =>
    post(toBank(), randomUUID(), 'wallet_payout_came_back', [sql`${id}::uuid`, sql`${'Sent back'}::text`])
  await expect(returnFromBank()).rejects.toThrow('nothing was paid out')
  await rejectWithdrawal(toBank(), { id, reason: 'The name does not match.' })
  await expect(returnFromBank()).rejects.toThrow('nothing was paid out')
  expect(await earnings(ravi)).toBe(800_00)
})

test('a refused second decision names the colleague who decided first, and the time', async () => {
  const { id } = await newWithdrawal()
  const [meera, arjun] = await newTeamMembers()
  await rejectWithdrawal(toBank(meera), { id, reason: 'The name does not match.' })
  const late = approveWithdrawal(toBank(arjun), { id })
  await expect(late).rejects.toThrow(
    /status of this withdrawal has changed\. Last: withdrawal rejected, by Meera Nair, .* \(India\)/,
  )
})

test('each step of the team needs a recent password check', async () => {
  const { ravi, id } = await newWithdrawal()
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const code = refusal('password_again')
  await expect(approveWithdrawal(toBank(meera), { id })).rejects.toEqual(code)
  await expect(rejectWithdrawal(toBank(meera), { id, reason: 'No.' })).rejects.toEqual(code)
  await expect(exportWithdrawals(toBank(meera), { ids: [id] })).rejects.toEqual(code)
  expect(await readStatus(ravi)).toBe('pending')
})

describe('a withdrawal above ₹25,000', () => {
  test('can be processed and exported by another person, but not by the approver', async () => {
    const ravi = await expertWith(database.as, { minutes: 4_000 })
    const id = await withdraw(ravi, { amount: '25000.01' })
    const [meera, arjun] = await newTeamMembers()
    await approveWithdrawal(toBank(meera), { id })
    const code = refusal('second_person_needed')
    await expect(processWithdrawal(toBank(meera), { id, bankReference: newReference() })).rejects.toEqual(code)
    await expect(exportWithdrawals(toBank(meera), { ids: [id] })).rejects.toEqual(code)
    await expect(processWithdrawal(toBank(), { id, bankReference: newReference() })).rejects.toEqual(code)
    expect(await exportWithdrawals(toBank(arjun), { ids: [id] })).toContain('25000.01')
    await processWithdrawal(toBank(arjun), { id, bankReference: newReference() })
    expect(await getTeamWithdrawal(toBank(arjun), id)).toMatchObject({
      status: 'processed',
      decidedBy: { id: meera.id },
      processedBy: { id: arjun.id },
    })
  })
})

describe('a withdrawal below the limit', () => {
  test('cannot be paid out by the approver while another person may, even in two tabs at the same time', async () => {
    const { ravi, id } = await newWithdrawal()
    const [meera] = await newTeamMembers()
    const outcomes = await Promise.allSettled([
      approveWithdrawal(toBank(meera), { id }),
      ...Array.from({ length: 5 }, () => processWithdrawal(toBank(meera), { id, bankReference: newReference() })),
    ])
    expect(outcomes[0]?.status).toBe('fulfilled')
    for (const outcome of outcomes.slice(1)) {
      expect(outcome).toMatchObject({
        reason: { code: expect.toBeOneOf(['other_step', 'second_person_needed']) },
      })
    }
    await expect(processWithdrawal(toBank(meera), { id, bankReference: newReference() })).rejects.toEqual(
      refusal('second_person_needed'),
    )
    expect(await readStatus(ravi)).toBe('approved')
    expect(await balanceOf(db(), 'payout_in_flight', id)).toBe(100_00)
  })

  test('is paid out once by a member of finance, even in two tabs at the same time', async () => {
    const { ravi, id } = await newWithdrawal()
    const [meera] = await newTeamMembers()
    const vikram = await newDecider(database.as, 'Vikram Shah', 'finance')
    await approveWithdrawal(toBank(meera), { id })
    const outcomes = await Promise.allSettled(
      Array.from({ length: 2 }, () => processWithdrawal(toBank(vikram), { id, bankReference: newReference() })),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await readStatus(ravi)).toBe('processed')
    expect(await earnings(ravi)).toBe(700_00)
  })
})

test('support can neither see nor change a withdrawal', async () => {
  const { ravi, id } = await newWithdrawal()
  const tara = await newDecider(database.as, 'Tara Bose', 'support')
  const code = refusal('other_team_role')
  await expect(getTeamWithdrawal(toBank(tara), id)).rejects.toEqual(code)
  await expect(readBankDetails(toBank(tara), { id })).rejects.toEqual(code)
  await expect(exportWithdrawals(toBank(tara), { ids: [id] })).rejects.toEqual(code)
  await expect(approveWithdrawal(toBank(tara), { id })).rejects.toEqual(code)
  await expect(rejectWithdrawal(toBank(tara), { id, reason: 'No.' })).rejects.toEqual(code)
  await expect(processWithdrawal(toBank(tara), { id, bankReference: newReference() })).rejects.toEqual(code)
  await expect(returnPayout(toBank(tara), { id, reason: 'No.' })).rejects.toEqual(code)
  expect(await readStatus(ravi)).toBe('pending')
  expect(await listAuditLines(ravi)).toEqual([])
})

describe('the file for the bank', () => {
  test('contains approved withdrawals with full accounts, safe for spreadsheets, each with an audit line', async () => {
    const { ravi, id } = await newWithdrawal()
    const pending = await withdraw(ravi)
    const [meera, arjun] = await newTeamMembers()
    await approveWithdrawal(toBank(arjun), { id })
    await db().updateTable('profiles').set({ full_name: '=HYPERLINK("x")' }).where('id', '=', ravi.id).execute()
    const csv = await exportWithdrawals(toBank(meera), { ids: [id, pending] })
    expect(csv.split('\r\n')).toEqual([
      'Reference,Beneficiary,Account number,IFSC,Bank,Amount in rupees,Remarks',
      `"${id}","'=HYPERLINK(""x"")","${bank.accountNumber}","${bank.ifscCode}","${bank.bankName}",100.00,""`,
      '',
    ])
    expect((await listAuditLines(ravi)).filter(({ act }) => act === 'withdrawals exported')).toMatchObject([
      { actor_id: meera.id, thing_id: id },
    ])
    const demo = { ...toBank(meera), payouts: 'demo' as const }
    expect(await exportWithdrawals(demo, { ids: [id] })).toContain('demo, no bank involved')
    const closed = { ...demo, payouts: 'closed' as const }
    await expect(exportWithdrawals(closed, { ids: [id] })).rejects.toEqual(refusal('payouts_closed'))
    for (const ids of [[], [pending], ['no-id']]) {
      await expect(exportWithdrawals(toBank(meera), { ids })).rejects.toEqual(refusal('nothing_to_export'))
    }
  })
})

describe('a withdrawal that is in a file for the bank', () => {
  test('shows when and by whom it was exported, and can be exported again', async () => {
    const { id } = await newApprovedWithdrawal()
    const [meera, arjun] = await newTeamMembers()
    expect(await getTeamWithdrawal(toBank(meera), id)).toMatchObject({ exportedAt: null, exportedBy: null })
    await exportWithdrawals(toBank(meera), { ids: [id] })
    const exportedBy = { id: meera.id, name: 'Meera Nair' }
    expect(await getTeamWithdrawal(toBank(arjun), id)).toMatchObject({ exportedAt: expect.any(Date), exportedBy })
    await exportWithdrawals(toBank(arjun), { ids: [id] })
    expect(await getTeamWithdrawal(toBank(arjun), id)).toMatchObject({ exportedBy: { id: arjun.id } })
  })

  test('is rejected only by a person who states that the bank did not pay, and the audit log keeps that', async () => {
    const { ravi, id } = await newApprovedWithdrawal()
    const [meera] = await newTeamMembers()
    await exportWithdrawals(toBank(meera), { ids: [id] })
    const reason = 'The name does not match.'
    await expect(rejectWithdrawal(toBank(meera), { id, reason })).rejects.toEqual(refusal('withdrawal_exported'))
    expect(await readStatus(ravi)).toBe('approved')
    expect(await earnings(ravi)).toBe(700_00)
    expect(await balanceOf(db(), 'payout_in_flight', id)).toBe(100_00)
    await rejectWithdrawal(toBank(meera), { id, reason, bankDidNotPay: true })
    expect(await earnings(ravi)).toBe(800_00)
    expect((await listAuditLines(ravi)).at(-1)).toMatchObject({
      act: 'withdrawal rejected',
      actor_id: meera.id,
      after: { status: 'rejected', bank: 'did not pay' },
    })
  })

  test('is not rejected without that statement in the moment of its export', async () => {
    const [meera, arjun] = await newTeamMembers()
    const races = Array.from({ length: 8 }, async () => {
      const { ravi, id } = await newApprovedWithdrawal()
      const [exported, rejected] = await Promise.allSettled([
        exportWithdrawals(toBank(meera), { ids: [id] }),
        rejectWithdrawal(toBank(arjun), { id, reason: 'No.' }),
      ])
      expect([exported.status, rejected.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await readStatus(ravi)).toBe(exported.status === 'fulfilled' ? 'approved' : 'rejected')
    })
    await Promise.all(races)
  })
})

describe('processing', () => {
  test('needs a unique bank reference', async () => {
    const { ravi, id } = await newWithdrawal()
    const second = await withdraw(ravi)
    for (const each of [id, second]) await approveWithdrawal(toBank(), { id: each })
    await expect(processWithdrawal(toBank(), { id, bankReference: ' ' })).rejects.toEqual(
      refusal('bank_reference_missing'),
    )
    const bankReference = newReference()
    await processWithdrawal(toBank(), { id, bankReference })
    await expect(processWithdrawal(toBank(), { id: second, bankReference })).rejects.toEqual(
      refusal('bank_reference_taken'),
    )
    expect(await balanceOf(db(), 'payout_in_flight', second)).toBe(100_00)
  })

  test('is refused for demo money, except in a demo, which marks the withdrawal as demo', async () => {
    const { ravi, id } = await newWithdrawal()
    await approveWithdrawal(toBank(), { id })
    const closed = { ...database.as(system), payouts: 'closed' as const }
    await expect(processWithdrawal(closed, { id, bankReference: newReference() })).rejects.toEqual(
      refusal('payouts_closed'),
    )
    expect(await readStatus(ravi)).toBe('approved')
    await processWithdrawal({ ...closed, payouts: 'demo' }, { id, bankReference: '' })
    expect(await listWithdrawals(ravi.ctx)).toMatchObject([{ status: 'processed', demo: true }])
  })
})

test('concurrent decisions have one outcome, and the money is in one place', async () => {
  const { ravi, id } = await newWithdrawal()
  await approveWithdrawal(toBank(), { id })
  const results = await Promise.allSettled([
    ...Array.from({ length: 10 }, () => rejectWithdrawal(toBank(), { id, reason: 'No.' })),
    ...Array.from({ length: 10 }, () => processWithdrawal(toBank(), { id, bankReference: newReference() })),
    ...Array.from({ length: 10 }, () => approveWithdrawal(toBank(), { id })),
  ])
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(Array.from({ length: 29 }, () => 'other_step'))
  const processed = (await readStatus(ravi)) === 'processed'
  expect(await earnings(ravi)).toBe(processed ? 700_00 : 800_00)
  expect(await balanceOf(db(), 'payout_in_flight', id)).toBe(0)
})

test('the full account is readable by the team only, and each read is audited', async () => {
  const { ravi, id } = await newWithdrawal()
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  expect(await readBankDetails(database.as(meera), { id })).toEqual(bank)
  expect(await listAuditLines(ravi)).toEqual([
    { act: 'bank details read', actor_id: meera.id, thing_id: id, before: null, after: null },
  ])
  expect(await getTeamWithdrawal(database.as(meera), id)).toMatchObject({
    id,
    expertId: ravi.id,
    expertName: 'Ravi Nair',
    lastFour: '6789',
  })
})

test('encrypted details are valid only in their own row, and are encrypted again when the key changes', async () => {
  const { ravi, id } = await newWithdrawal()
  const second = await withdraw(ravi)
  const readSealed = async (each: WithdrawalId) =>
    (await db().selectFrom('withdrawals').select('sealed_details').where('id', '=', each).executeTakeFirstOrThrow())
      .sealed_details
  const sealedDetails = await readSealed(second)
  await db()
    .updateTable('withdrawals')
    .set({ sealed_details: await readSealed(id) })
    .where('id', '=', second)
    .execute()
  await expect(readBankDetails(database.as(system), { id: second })).rejects.toThrow('belongs elsewhere')
  await db().updateTable('withdrawals').set({ sealed_details: sealedDetails }).where('id', '=', second).execute()

  const next = { id: 'next', bytes: Buffer.alloc(32, 2) }
  const rotated = createSealer([next, { id: 'test', bytes: Buffer.alloc(32, 1) }])
  const ctx = { ...database.as(system), sealer: rotated }
  expect(await resealBankDetails(ctx)).toBeGreaterThanOrEqual(3)
  expect(await resealBankDetails(ctx)).toBe(0)
  const withNextKey = { ...ctx, sealer: createSealer([next]) }
  expect(await readBankDetails(withNextKey, { id: second })).toEqual(bank)
  const rows = await db()
    .selectFrom('withdrawals')
    .select('account_fingerprint')
    .where('id', 'in', [id, second])
    .execute()
  const [first, other] = rows.map(({ account_fingerprint }) => account_fingerprint)
  expect(first).toMatch(/^v1\.next\./)
  expect(other).toBe(first)
  const withNextSealer = { ...ravi, ctx: { ...ravi.ctx, sealer: withNextKey.sealer } }
  await withdraw(withNextSealer, { account: 'remembered', password: '' })
  // The other tests use the earlier key.
  await resealBankDetails({
    ...ctx,
    sealer: createSealer([{ id: 'test', bytes: Buffer.alloc(32, 1) }, next]),
  })
})

test('the database prevents changes to amounts, references and rows', async () => {
  const { id } = await newWithdrawal()
  const row = () => db().updateTable('withdrawals').where('id', '=', id)
  await expect(row().set({ amount_paise: 1 }).execute()).rejects.toThrow('stays what it is')
  await expect(row().set({ status: 'processed' }).execute()).rejects.toThrow('processed_are_proved')
  await expect(row().set({ status: 'rejected' }).execute()).rejects.toThrow('have_a_reason')
  await expect(db().deleteFrom('withdrawals').where('id', '=', id).execute()).rejects.toThrow('permission denied')
})

test('every action is refused to experts, students, visitors, and team members without a second factor', async () => {
  const { ravi, id } = await newWithdrawal()
  const { person: asha } = await newStudent(database.as)
  const { person: meera } = await newSignedInPerson(database.as, 'team')
  const others: Actor[] = [ravi.expert, asha, { ...meera, secondFactorMissing: true }, { kind: 'visitor', address: '' }]
  for (const actor of others) {
    const ctx = toBank(actor)
    const code = refusal(actor.kind === 'visitor' ? 'not_signed_in' : 'not_allowed')
    await expect(approveWithdrawal(ctx, { id })).rejects.toEqual(code)
    await expect(rejectWithdrawal(ctx, { id, reason: 'No.' })).rejects.toEqual(code)
    await expect(processWithdrawal(ctx, { id, bankReference: 'x' })).rejects.toEqual(code)
    await expect(returnPayout(ctx, { id, reason: 'No.' })).rejects.toEqual(code)
    await expect(readBankDetails(ctx, { id })).rejects.toEqual(code)
    await expect(exportWithdrawals(ctx, { ids: [id] })).rejects.toEqual(code)
    await expect(getTeamWithdrawal(ctx, id)).rejects.toEqual(code)
    await expect(resealBankDetails(ctx)).rejects.toEqual(code)
  }
  expect(await readStatus(ravi)).toBe('pending')
  for (const unknownId of ['no-id', randomUUID()]) {
    await expect(approveWithdrawal(toBank(), { id: unknownId })).rejects.toEqual(refusal('no_such_withdrawal'))
  }
})
