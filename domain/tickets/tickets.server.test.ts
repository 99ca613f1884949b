import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { Actor } from '#domain/policy.ts'
import { askRefund } from '#domain/refunds/ask-refund.server.ts'
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
import { readAsked } from '#kernel/table.ts'
import { readConfig } from '#server/config.server.ts'
import { useDatabase } from '#tests/database.ts'
import { balanceOf, sumOfBooks } from '#tests/money.ts'
import { createCast, talk, timeline } from '#tests/sessions.ts'
import { decider, somebody } from '#tests/signed-in.ts'

const database = useDatabase()
const db = () => database.db()
const cast = createCast(database.as)
const { at, clock } = cast
const refusal = (code: string) => expect.objectContaining({ code })
const hour = 3_600_000
const { product } = readConfig({})

afterEach(async () => {
  if ((await sumOfBooks(db())) !== 0) throw new Error('the books do not balance')
})

/** ₹30 of Asha's ₹100. */
async function talked() {
  const [asha, { person: ravi, expertId }] = [await cast.student(), await cast.expert()]
  const id = await cast.ask(asha, expertId)
  await talk(at, { student: asha, expert: ravi, id, liveMs: 130_000 })
  const { email } = await db()
    .selectFrom('profiles')
    .select('email')
    .where('id', '=', asha.id)
    .executeTakeFirstOrThrow()
  return { asha, ravi, id, email }
}

async function complained() {
  const session = await talked()
  const meera = await decider(at)
  const words = 'The expert was rude.'
  const number = await enterComplaint(at(meera), { email: session.email, sessionId: session.id, words })
  return { ...session, meera, number }
}

const numbers = async (actor: Actor, address: string) => {
  const asked = readAsked(ticketTable, new URLSearchParams(address))
  return (await readTicketTable(at(actor), asked)).rows.map(({ number }) => number)
}

describe('a ticket', () => {
  test('opens with a request for a refund and with a report, and its clocks run', async () => {
    const { asha, ravi, id } = await talked()
    const meera = await decider(at)
    const refund = { id: randomUUID(), sessionId: id, reason: 'The sound was bad.' }
    await askRefund(at(asha), refund)
    await reportPerson(at(ravi), { id: randomUUID(), sessionId: id, words: 'He shouted.' })
    const now = clock.now().getTime()
    const rows = await db()
      .selectFrom('tickets')
      .select('number')
      .where('session_id', '=', id)
      .orderBy('number')
      .execute()
    const [first = 0, second = 0] = rows.map(({ number }) => number)
    expect(await getTicket(at(meera), first)).toMatchObject({
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
    expect(await getTicket(at(meera), second)).toMatchObject({
      kind: 'report',
      person: { id: ravi.id },
      words: 'He shouted.',
    })
    await grantRefund(at(meera), { id: refund.id, amountPaise: 12_50, answer: 'We heard it, too.' })
    expect(await getTicket(at(meera), first)).toMatchObject({
      state: 'resolved',
      resolvedBy: 'Meera Nair',
      answer: 'We heard it, too.',
      refunded: 12_50,
    })
    expect(await numbers(meera, `q=${first}`)).toEqual([first])
    const waiting = await numbers(meera, '')
    expect(waiting).toContain(second)
    expect(waiting).not.toContain(first)
    expect(await numbers(meera, 'kind=refund&state=resolved&sort=-number')).toContain(first)
    expect(await numbers(meera, 'state=automatic')).not.toContain(first)
  })

  test('is acknowledged once, with a mail, and is due later then', async () => {
    const { meera, number, email } = await complained()
    await acknowledgeTicket(at(meera), { number })
    const ticket = await getTicket(at(meera), number)
    expect(ticket).toMatchObject({ state: 'acknowledged', acknowledgedAt: clock.now() })
    expect(ticket.dueAt).toEqual(ticket.resolveBy)
    const late = acknowledgeTicket(at(meera), { number })
    await expect(late).rejects.toThrow(/gone further meanwhile\. Last: ticket acknowledged, by Meera Nair/)
    const sent: { to: string; subject: string }[] = []
    const mailer = { send: async (mail: { to: string; subject: string }) => void sent.push(mail) }
    const system = { ...at({ kind: 'system' }), mailer, product }
    await sendTicketMail(system, { number, about: 'received' }, '1')
    expect(sent).toMatchObject([{ to: email, subject: `We have received your complaint ${number}` }])
  })
})

describe('a complaint', () => {
  test('is decided with a part of the money back, once', async () => {
    const { asha, email, ravi, id, meera, number } = await complained()
    const part = { number, amountPaise: 10_00, answer: 'We are sorry.' }
    await resolveTicket(at(meera), part)
    expect(await balanceOf(db(), 'student_wallet', asha.id)).toBe(80_00)
    expect(await balanceOf(db(), 'expert_earnings', ravi.id)).toBe(16_00)
    expect(await getTicket(at(meera), number)).toMatchObject({ state: 'resolved', answer: 'We are sorry.' })
    expect(await listRefunds(at(asha))).toMatchObject({ refunds: [{ state: 'granted', refunded: 10_00 }] })
    expect((await timeline(db(), id)).at(-1)).toBe('refunded')
    await expect(resolveTicket(at(meera), part)).rejects.toEqual(refusal('ticket_done'))
    const second = await enterComplaint(at(meera), {
      email,
      sessionId: id,
      words: 'Again.',
    })
    await expect(resolveTicket(at(meera), { ...part, number: second })).rejects.toThrow(
      /decided already\. Last: refund granted, by Meera Nair/,
    )
    await resolveTicket(at(meera), { number: second, amountPaise: 0, answer: 'It was given back already.' })
    expect(await balanceOf(db(), 'student_wallet', asha.id)).toBe(80_00)
  })

  test('gives back no more than was charged, and nothing without the password or an answer', async () => {
    const { asha, email, number, meera } = await complained()
    const whole = { number, amountPaise: 30_00, answer: 'Sorry.' }
    await expect(resolveTicket(at(meera), { ...whole, amountPaise: 30_01 })).rejects.toEqual(
      refusal('refund_amount'),
    )
    await expect(resolveTicket(at(meera), { ...whole, answer: ' ' })).rejects.toEqual(
      refusal('ticket_answer_missing'),
    )
    const { person: arjun } = await somebody(at, 'team')
    await expect(resolveTicket(at(arjun), whole)).rejects.toEqual(refusal('password_again'))
    expect(await balanceOf(db(), 'student_wallet', asha.id)).toBe(70_00)
    expect(await getTicket(at(meera), number)).toMatchObject({ state: 'open' })
    const unrelated = await enterComplaint(at(meera), {
      email,
      sessionId: '',
      words: 'The page is slow.',
    })
    const { person: ravi, expertId } = await cast.expert()
    const tooShort = await cast.ask(asha, expertId)
    await talk(at, { student: asha, expert: ravi, id: tooShort, liveMs: 20_000 })
    const unbilled = await enterComplaint(at(meera), { email, sessionId: tooShort, words: 'It broke.' })
    for (const each of [unrelated, unbilled]) {
      await expect(resolveTicket(at(meera), { ...whole, number: each })).rejects.toEqual(
        refusal('session_not_billed'),
      )
    }
  })

  test('is of somebody who has an account, about a session of theirs', async () => {
    const { meera, email } = await complained()
    const { id: others } = await talked()
    const enter = (input: { email: string; sessionId: string; words: string }) =>
      enterComplaint(at(meera), input)
    const words = 'Hm.'
    await expect(enter({ email: 'nobody@samjhao.example', sessionId: '', words })).rejects.toEqual(
      refusal('nobody_with_address'),
    )
    await expect(enter({ email, sessionId: others, words })).rejects.toEqual(refusal('no_such_session'))
    await expect(enter({ email, sessionId: '', words: ' ' })).rejects.toEqual(refusal('ticket_words_missing'))
    await expect(enter({ email, sessionId: 'x', words })).rejects.toEqual(refusal('invalid_input'))
  })
})

test('tickets are for the team with a second factor alone', async () => {
  const { asha, ravi, meera, number, email, id } = await complained()
  const others: Actor[] = [
    { kind: 'visitor', address: '' },
    asha,
    ravi,
    { ...meera, secondFactorMissing: true },
  ]
  for (const actor of others) {
    const code = refusal(actor.kind === 'visitor' ? 'not_signed_in' : 'not_allowed')
    await expect(getTicket(at(actor), number)).rejects.toEqual(code)
    await expect(numbers(actor, '')).rejects.toEqual(code)
    await expect(acknowledgeTicket(at(actor), { number })).rejects.toEqual(code)
    await expect(resolveTicket(at(actor), { number, amountPaise: 1, answer: 'x' })).rejects.toEqual(code)
    await expect(enterComplaint(at(actor), { email, sessionId: id, words: 'x' })).rejects.toEqual(code)
  }
  expect(await getTicket(at(meera), number)).toMatchObject({ state: 'open' })
  for (const nobody of [999_999, 1.5, Number.NaN]) {
    await expect(getTicket(at(meera), nobody)).rejects.toEqual(refusal('no_such_ticket'))
  }
})
