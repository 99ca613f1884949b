import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { Actor } from '#domain/policy.ts'
import { requestRefund } from '#domain/refunds/request-refund.server.ts'
import { grantRefund } from '#domain/refunds/grant-refund.server.ts'
import { listRefunds } from '#domain/refunds/queries.server.ts'
import { reportPerson } from '#domain/sessions/report-person.server.ts'
import { readTicketTable } from '#domain/team/ticket-table.server.ts'
import { acknowledgeTicket } from '#domain/tickets/acknowledge-ticket.server.ts'
import { ticketTable } from '#domain/tickets/contract.ts'
import { enterComplaint } from '#domain/tickets/enter-complaint.server.ts'
import { getTicket } from '#domain/tickets/queries.server.ts'
import { resolveTicket } from '#domain/tickets/resolve-ticket.server.ts'
import { sendTicketMail } from '#domain/tickets/send-ticket-mail.server.ts'
import { readTableQuery } from '#kernel/table.ts'
import { readConfig } from '#server/config.server.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf, sumOfBooks } from '#tests/money.ts'
import { createCast, completeCall, timeline } from '#tests/sessions.ts'
import { newDecider, newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createCast(database.as)
const { ctxAs, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const hour = 3_600_000
const { product } = readConfig({})

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

/** A call that cost ₹30 of Asha's ₹100. */
async function newCompletedCall() {
  const [asha, { person: ravi, expertId }] = [await cast.student(), await cast.expert()]
  const id = await cast.ask(asha, expertId)
  await completeCall(ctxAs, { student: asha, expert: ravi, id, liveMs: 130_000 })
  const { email } = await db()
    .selectFrom('profiles')
    .select('email')
    .where('id', '=', asha.id)
    .executeTakeFirstOrThrow()
  return { asha, ravi, id, email }
}

async function newComplaint() {
  const session = await newCompletedCall()
  const meera = await newDecider(ctxAs)
  const text = 'The expert was rude.'
  const number = await enterComplaint(ctxAs(meera), { email: session.email, sessionId: session.id, text })
  return { ...session, meera, number }
}

const listNumbers = async (actor: Actor, query: string) => {
  const tableQuery = readTableQuery(ticketTable, new URLSearchParams(query))
  return (await readTicketTable(ctxAs(actor), tableQuery)).rows.map(({ number }) => number)
}

describe('a ticket', () => {
  test('is opened by a refund request and by a report, with deadlines', async () => {
    const { asha, ravi, id } = await newCompletedCall()
    const meera = await newDecider(ctxAs)
    const refund = { id: randomUUID(), sessionId: id, reason: 'The sound was bad.' }
    await requestRefund(ctxAs(asha), refund)
    await reportPerson(ctxAs(ravi), { id: randomUUID(), sessionId: id, text: 'He shouted.' })
    const now = clock.now().getTime()
    const rows = await db()
      .selectFrom('tickets')
      .select('number')
      .where('session_id', '=', id)
      .orderBy('number')
      .execute()
    const [first = 0, second = 0] = rows.map(({ number }) => number)
    expect(await getTicket(ctxAs(meera), first)).toMatchObject({
      kind: 'refund',
      state: 'open',
      person: { id: asha.id, role: 'student' },
      words: 'The sound was bad.',
      sessionId: id,
      refundId: refund.id,
      acknowledgeBy: new Date(now + 48 * hour),
      dueAt: new Date(now + 48 * hour),
      resolveBy: new Date(now + 30 * 24 * hour),
    })
    expect(await getTicket(ctxAs(meera), second)).toMatchObject({
      kind: 'report',
      person: { id: ravi.id },
      words: 'He shouted.',
    })
    await grantRefund(ctxAs(meera), { id: refund.id, amountPaise: 12_50, answer: 'We heard it, too.' })
    expect(await getTicket(ctxAs(meera), first)).toMatchObject({
      state: 'resolved',
      resolvedBy: 'Meera Nair',
      answer: 'We heard it, too.',
      refunded: 12_50,
    })
    expect(await listNumbers(meera, `q=${first}`)).toEqual([first])
    const waiting = await listNumbers(meera, '')
    expect(waiting).toContain(second)
    expect(waiting).not.toContain(first)
    expect(await listNumbers(meera, 'kind=refund&state=resolved&sort=-number')).toContain(first)
    expect(await listNumbers(meera, 'state=automatic')).not.toContain(first)
  })

  test('is acknowledged once, with a mail, which extends its deadline', async () => {
    const { meera, number, email } = await newComplaint()
    await acknowledgeTicket(ctxAs(meera), { number })
    const ticket = await getTicket(ctxAs(meera), number)
    expect(ticket).toMatchObject({ state: 'acknowledged', acknowledgedAt: clock.now() })
    expect(ticket.dueAt).toEqual(ticket.resolveBy)
    const again = acknowledgeTicket(ctxAs(meera), { number })
    await expect(again).rejects.toThrow(/status of this ticket has changed\. Last: ticket acknowledged, by Meera Nair/)
    const sent: { to: string; subject: string }[] = []
    const mailer = { send: async (mail: { to: string; subject: string }) => void sent.push(mail) }
    const system = { ...ctxAs({ kind: 'system' }), mailer, product }
    await sendTicketMail(system, { number, about: 'received' }, '1')
    expect(sent).toMatchObject([{ to: email, subject: `We have received your complaint ${number}` }])
    // A retry of this mail must not arrive after the answer.
    await resolveTicket(ctxAs(meera), { number, amountPaise: 0, answer: 'We have looked into it.' })
    await sendTicketMail(system, { number, about: 'received' }, '2')
    await sendTicketMail(system, { number, about: 'answered' }, '3')
    expect(sent.slice(1)).toMatchObject([{ to: email, subject: `Our answer to your complaint ${number}` }])
  })
})

describe('a complaint', () => {
  test('is resolved once, with a partial refund', async () => {
    const { asha, email, ravi, id, meera, number } = await newComplaint()
    const part = { number, amountPaise: 10_00, answer: 'We are sorry.' }
    await resolveTicket(ctxAs(meera), part)
    expect(await balanceOf(db(), 'student_wallet', asha.id)).toBe(80_00)
    expect(await balanceOf(db(), 'expert_earnings', ravi.id)).toBe(16_00)
    expect(await getTicket(ctxAs(meera), number)).toMatchObject({
      state: 'resolved',
      answer: 'We are sorry.',
    })
    expect(await listRefunds(ctxAs(asha))).toMatchObject({ refunds: [{ state: 'granted', refunded: 10_00 }] })
    expect((await timeline(db(), id)).at(-1)).toBe('refunded')
    await expect(resolveTicket(ctxAs(meera), part)).rejects.toEqual(refusal('ticket_done'))
    const second = await enterComplaint(ctxAs(meera), {
      email,
      sessionId: id,
      text: 'Again.',
    })
    await expect(resolveTicket(ctxAs(meera), { ...part, number: second })).rejects.toThrow(
      /already been decided\. Last: refund granted, by Meera Nair/,
    )
    await resolveTicket(ctxAs(meera), {
      number: second,
      amountPaise: 0,
      answer: 'It was given back already.',
    })
    expect(await balanceOf(db(), 'student_wallet', asha.id)).toBe(80_00)
  })

  test('is not resolved with a refund above the charge, without a password check, or without an answer', async () => {
    const { asha, email, number, meera } = await newComplaint()
    const whole = { number, amountPaise: 30_00, answer: 'Sorry.' }
    await expect(resolveTicket(ctxAs(meera), { ...whole, amountPaise: 30_01 })).rejects.toEqual(
      refusal('refund_amount'),
    )
    await expect(resolveTicket(ctxAs(meera), { ...whole, answer: ' ' })).rejects.toEqual(
      refusal('ticket_answer_missing'),
    )
    const { person: arjun } = await newSignedInPerson(ctxAs, 'team')
    await expect(resolveTicket(ctxAs(arjun), whole)).rejects.toEqual(refusal('password_again'))
    expect(await balanceOf(db(), 'student_wallet', asha.id)).toBe(70_00)
    expect(await getTicket(ctxAs(meera), number)).toMatchObject({ state: 'open' })
    const unrelated = await enterComplaint(ctxAs(meera), {
      email,
      sessionId: '',
      text: 'The page is slow.',
    })
    const { person: ravi, expertId } = await cast.expert()
    const tooShort = await cast.ask(asha, expertId)
    await completeCall(ctxAs, { student: asha, expert: ravi, id: tooShort, liveMs: 20_000 })
    const unbilled = await enterComplaint(ctxAs(meera), { email, sessionId: tooShort, text: 'It broke.' })
    for (const each of [unrelated, unbilled]) {
      await expect(resolveTicket(ctxAs(meera), { ...whole, number: each })).rejects.toEqual(
        refusal('session_not_billed'),
      )
    }
  })

  test('requires a person with an account, and a session of that person', async () => {
    const { meera, email } = await newComplaint()
    const { id: otherSessionId } = await newCompletedCall()
    const enter = (input: { email: string; sessionId: string; text: string }) => enterComplaint(ctxAs(meera), input)
    const text = 'Hm.'
    await expect(enter({ email: 'nobody@samjhao.example', sessionId: '', text })).rejects.toEqual(
      refusal('nobody_with_address'),
    )
    await expect(enter({ email, sessionId: otherSessionId, text })).rejects.toEqual(refusal('no_such_session'))
    await expect(enter({ email, sessionId: '', text: ' ' })).rejects.toEqual(refusal('ticket_words_missing'))
    await expect(enter({ email, sessionId: 'x', text })).rejects.toEqual(refusal('invalid_input'))
  })
})

test('tickets are refused to everyone except the team with a second factor', async () => {
  const { asha, ravi, meera, number, email, id } = await newComplaint()
  const others: Actor[] = [{ kind: 'visitor', address: '' }, asha, ravi, { ...meera, secondFactorMissing: true }]
  for (const actor of others) {
    const code = refusal(actor.kind === 'visitor' ? 'not_signed_in' : 'not_allowed')
    await expect(getTicket(ctxAs(actor), number)).rejects.toEqual(code)
    await expect(listNumbers(actor, '')).rejects.toEqual(code)
    await expect(acknowledgeTicket(ctxAs(actor), { number })).rejects.toEqual(code)
    await expect(resolveTicket(ctxAs(actor), { number, amountPaise: 1, answer: 'x' })).rejects.toEqual(code)
    await expect(enterComplaint(ctxAs(actor), { email, sessionId: id, text: 'x' })).rejects.toEqual(code)
  }
  expect(await getTicket(ctxAs(meera), number)).toMatchObject({ state: 'open' })
  for (const unknownNumber of [999_999, 1.5, Number.NaN]) {
    await expect(getTicket(ctxAs(meera), unknownNumber)).rejects.toEqual(refusal('no_such_ticket'))
  }
})
