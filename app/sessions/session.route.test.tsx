import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { fromBase64, toBase64 } from '#app/boards/document/base64.ts'
import { unsentKey } from '#app/boards/document/unsent-key.ts'
import * as sessionPage from '#app/sessions/session.route.tsx'
import type { OtherPerson } from '#domain/bookings/contract.ts'
import type { BoardOverview } from '#domain/boards/contract.ts'
import type { RefundRequest } from '#domain/refunds/contract.ts'
import type { Feedback, SessionReview, Summary } from '#domain/reviews/contract.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import type { BoardId, RefundId, ReviewId, SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { Refusal, refusals } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { fakeDevices } from '#tests/fake-devices.ts'
import { findRequestDialog } from '#tests/request-dialog.tsx'
import { networkFailure, stubFetch } from '#tests/stub-fetch.ts'
import { ravisPage } from '#tests/expert-cards.ts'
import { errorOf, factsOf, readElement, linksOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, openScreen, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { evidence, paidCall } from '#tests/session-views.ts'
import { asha, ravi } from '#tests/viewers.ts'

describe('the receipt', () => {
  test('shows Asha the charge, the hold and the returned amount', () => {
    const { main } = open({ session: { ...call, heldPaise: paise(5_000) } })
    expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Session with Ravi Nair')
    expect(factsOf(receipt().element)).toEqual({
      Student: 'Asha Verma',
      Expert: 'Ravi Nair',
      Ended: 'May 04, 2026, 10:02 AM',
      'Shared time': '02:10',
      'Billed minutes': '3',
      Rate: '₹10/min',
      Total: '₹30',
      'Held for the session': '₹50',
      'Returned to your wallet': '₹20',
    })
    expect(textOf(receipt().element)).toContain('Samjhao, no. 0199C0DE')
    expect(linksOf(receipt().element)).toEqual({ 'Open your wallet': '/user/wallet#history' })
  })

  test('shows Ravi his share and the fee, but not the hold', () => {
    open({ side: 'expert' })
    expect(factsOf(receipt().element)).toMatchObject({
      Total: '₹30',
      'Platform fee (20%)': '₹6',
      'You earned (80%)': '₹24',
    })
    expect(factsOf(receipt().element)).not.toHaveProperty('Returned to your wallet')
    expect(linksOf(receipt().element)).toEqual({ 'Open your wallet': '/expert/wallet#transactions' })
  })

  test('shows Asha the refund and what she paid after it', () => {
    open({ session: { ...call, refundedPaise: paise(1_250) } })
    expect(factsOf(receipt().element)).toMatchObject({
      'Refunded to your wallet': '-₹12.50',
      'Paid after the refund': '₹17.50',
    })
  })

  test('shows Ravi his part of a refund', () => {
    open({ side: 'expert', session: { ...call, refundedPaise: paise(1_250) } })
    expect(factsOf(receipt().element)).toMatchObject({
      'Your part of the refund': '-₹10',
      'You keep': '₹14',
    })
  })

  test('shows the fee of a booked session that was left early', () => {
    open({ session: { ...call, chargedPaise: paise(3_750), leastPaise: paise(3_750) } })
    expect(factsOf(receipt().element)).toMatchObject({ 'Fee for leaving early': '₹7.50', Total: '₹37.50' })
    expect(textOf(receipt().element)).toContain(
      'If the student leaves a booked session early, at least ₹37.50 is charged. Prices',
    )
  })

  test.each([
    [
      'declined',
      { declineReason: 'I am in a lecture until four' },
      'Ravi Nair declined: “I am in a lecture until four”',
    ],
    ['missed', {}, 'Ravi Nair did not answer in time.'],
    ['cancelled', {}, 'Asha Verma cancelled before the call began.'],
    ['settled', { liveMs: 12_000 }, 'Both sides were connected for 00:12. Less than 30 seconds cost nothing.'],
  ] as const)('explains why a session was free (%s)', (state, changes, text) => {
    const { main } = open({ session: { ...freeCall, state, ...changes } })
    expect(textOf(receipt().element)).toContain(`Nothing was charged ${text}`)
    expect(factsOf(receipt().element)).toMatchObject({
      Total: '₹0',
      'Held for the session': '₹50',
      'Returned to your wallet': '₹50',
    })
    expect(factsOf(receipt().element)).not.toHaveProperty('Billed minutes')
    // No review form, and no stray 0 rendered in its place.
    expect(main.queryByText('0')).toBeNull()
    expect(main.queryByRole('region', { name: 'How was Ravi Nair?' })).toBeNull()
  })
})

describe('the question', () => {
  test('says when only a file was sent, and links to the file', () => {
    const fileName = 'A rather long name of a file about thermodynamics, final version.pdf'
    const { main } = open({ session: { ...call, question: null, fileName, fileType: 'application/pdf' } })
    expect(textOf(main.element)).toContain('The student sent only a file.')
    const link = main.getByRole('link', { name: new RegExp(fileName) })
    expect(link.getAttribute('href')).toBe(`/sessions/${call.id}/file`)
    expect(main.element.querySelector('img')).toBeNull()
  })

  test('shows an image that the server re-encoded', () => {
    const { main } = open({ session: { ...call, fileName: 'sums.png', fileType: 'image/webp' } })
    const picture = main.getByRole('img', { name: 'File sent with the question' })
    expect(picture.getAttribute('src')).toBe(`/sessions/${call.id}/file?inline`)
  })

  test('says when it is no longer stored', () => {
    const { main } = open({ session: { ...call, question: null } })
    expect(textOf(main.element)).toContain('This question is no longer stored.')
  })
})

describe('an open session', () => {
  test.each([
    ['ringing', 'Calling Ravi Nair.'],
    ['connecting', 'The call was answered. Both sides are being connected.'],
    ['live', 'The call is live. Only time in which both sides are connected is billed.'],
    ['interrupted', 'The connection is interrupted. This time is not billed.'],
    ['ended', 'The call has ended. The receipt will be ready in a moment.'],
  ] as const)('(%s) shows its state and no receipt', (state, text) => {
    const { main } = open({ session: { ...call, state }, after: null })
    expect(textOf(main.getAllByRole('status')[0])).toBe(text)
    expect(main.queryByRole('heading', { name: 'Receipt' })).toBeNull()
  })

  test('shows the receipt automatically when settled', async () => {
    let session: SessionView = { ...call, state: 'ended' }
    const { main, live } = open({}, undefined, () => session)
    expect(main.queryByRole('heading', { name: 'Receipt' })).toBeNull()
    session = call
    act(() => live.publish(`session:${call.id}`, { state: 'settled' } as never))
    expect(await main.findByRole('heading', { name: 'Receipt' })).toBeTruthy()
  })
})

describe('the other person', () => {
  test('is blocked after confirmation, and can be unblocked', async () => {
    let isBlocked = false
    const { main, user, sent } = open(
      {},
      ({ fields }) => {
        isBlocked = fields.act === 'block'
        return { done: isBlocked ? 'Blocked' : 'Unblocked' }
      },
      undefined,
      () => ({ isBlocked, isReported: false, bookedId: null }),
    )
    await user.click(main.getByRole('button', { name: 'Block Ravi Nair' }))
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Block Ravi Nair?' }))
    expect(textOf(dialog.element)).not.toContain('Your booking')
    await expectAccessible()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(main.getByRole('button', { name: 'Block Ravi Nair' })))
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Block' }))
    await waitFor(() => expect(toastText()).toBe('Blocked'))
    await waitFor(() => expect(textOf(main.element)).toContain('You have blocked Ravi Nair.'))
    await user.click(main.getByRole('button', { name: 'Unblock Ravi Nair' }))
    expect(await main.findByRole('button', { name: 'Block Ravi Nair' })).toBeTruthy()
    expect(sent.map(({ fields }) => fields)).toEqual([{ act: 'block' }, { act: 'unblock' }])
  })

  test('can be blocked with a booking, and the dialog says that the booking stays', async () => {
    const bookedId = 'b1' as SessionId
    const { main, user } = open({ other: { isBlocked: false, isReported: false, bookedId } })
    await user.click(main.getByRole('button', { name: 'Block Ravi Nair' }))
    expect(textOf(await screen.findByRole('dialog'))).toContain('Your booking stays until one of you cancels it.')
  })

  test('keeps an existing booking after a block, and cannot be called otherwise', async () => {
    const bookedId = 'b1' as SessionId
    const { main } = open({ other: { isBlocked: true, isReported: false, bookedId } })
    expect(textOf(main.element)).toContain('You cannot call each other, except for your booking, which you can cancel.')
    const booked = main.getByRole('link', { name: 'your booking' })
    expect(booked.getAttribute('href')).toBe('/user/bookings/b1')
    // A blocked expert cannot be called again.
    expect(main.queryByRole('button', { name: 'Call again' })).toBeNull()
    await expectAccessible()
  })

  test('is reported once, with a description', async () => {
    const { main, user, sent } = open({}, () => ({ done: 'Your report has been sent' }))
    await user.click(main.getByRole('button', { name: 'Report Ravi Nair' }))
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Report Ravi Nair' }))
    await user.click(dialog.getByRole('button', { name: 'Send report' }))
    expect(textOf(dialog.element)).toContain('Please say what happened.')
    expect(document.activeElement).toBe(dialog.field('What happened?'))
    expect(sent).toEqual([])
    await expectAccessible()
    await user.fill(dialog.field('What happened?'), 'He asked for my phone number.')
    await user.click(dialog.getByRole('button', { name: 'Send report' }))
    await waitFor(() => expect(toastText()).toBe('Your report has been sent'))
    const text = 'He asked for my phone number.'
    expect(sent[0]?.fields).toEqual({ act: 'report', id: expect.any(String), words: text })
  })

  test('cannot be reported twice', () => {
    const { main } = open({ other: { isBlocked: false, isReported: true, bookedId: null } })
    expect(textOf(main.element)).toContain('You have reported this session. Our team is reviewing it.')
    expect(main.queryByRole('button', { name: 'Report Ravi Nair' })).toBeNull()
  })

  test('can be called again when online', async () => {
    fakeDevices()
    stubFetch(() => ({ dailyLimit: null, spentToday: 0 }))
    const { main, user } = open()
    expect(main.queryByRole('button', { name: 'Find somebody now' })).toBeNull()
    await user.click(main.getByRole('button', { name: 'Call again' }))
    expect((await findRequestDialog()).field('Your question').value).toBe('')
  })

  const missedQuestion = { callType: 'audio' as const, question: 'Why is the sky blue?', file: null }
  test.each([
    ['Call again', 'Request Session'],
    ['Find somebody now', 'Find somebody now'],
  ])('that did not answer leads to the same question with "%s"', async (button, title) => {
    fakeDevices()
    stubFetch(() => ({ dailyLimit: null, spentToday: 0 }))
    const session = { ...freeCall, state: 'missed' as const, callType: 'audio' as const }
    const { main, user } = open({ session, after: { ...forStudent, missedQuestion } })
    await user.click(main.getByRole('button', { name: button }))
    const dialog = await findRequestDialog(title)
    expect(dialog.field('Your question').value).toBe(missedQuestion.question)
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Audio call' }).checked).toBe(true)
  })

  test('that has left the product leaves "Find somebody now"', () => {
    const session = { ...freeCall, state: 'missed' as const }
    const { main } = open({ session, after: { ...forStudent, expert: null, missedQuestion } })
    expect(main.queryByRole('button', { name: 'Call again' })).toBeNull()
    expect(main.getByRole('button', { name: 'Find somebody now' })).toBeTruthy()
  })
})

describe('Asha’s review', () => {
  test('cannot be written for a session that was refunded in full', () => {
    const { main } = open({ after: { ...forStudent, canReview: false } })
    expect(main.queryByRole('region', { name: 'How was Ravi Nair?' })).toBeNull()
    expect(textOf(main.element)).toContain('This session was refunded in full, so it cannot be reviewed.')
  })

  test('that was given before a full refund is shown, but does not count and cannot be changed', () => {
    open({ after: { ...forStudent, review: savedReview, canReview: false } })
    const review = readElement(screen.getByRole('region', { name: 'Your review' }))
    expect(textOf(review.element)).toContain('so your stars do not count and cannot be changed.')
    expect(review.queryByRole('button', { name: 'Change your review' })).toBeNull()
  })

  test('has stars and an optional comment', async () => {
    const { user, sent } = open({}, () => ({ done: 'Thank you for your review' }))
    const review = readElement(screen.getByRole('region', { name: 'How was Ravi Nair?' }))
    await user.click(review.getByRole('radio', { name: '4 of 5 stars' }))
    await user.fill(review.field('Comment'), 'Very clear.')
    await user.click(review.getByRole('button', { name: 'Send review' }))
    await waitFor(() => expect(toastText()).toBe('Thank you for your review'))
    expect(sent[0]?.fields).toEqual({ act: 'review', rating: '4', comment: 'Very clear.' })
  })

  test('without stars shows an error at the stars and is not sent', async () => {
    const { user, sent } = open()
    const review = readElement(screen.getByRole('region', { name: 'How was Ravi Nair?' }))
    await user.fill(review.field('Comment'), 'Very clear.')
    await user.click(review.getByRole('button', { name: 'Send review' }))
    const stars = review.getByRole('radiogroup', { name: 'Your stars' })
    expect(errorOf(stars)).toBe('Choose between one and five stars.')
    expect(document.activeElement).toBe(review.getByRole('radio', { name: '1 of 5 stars' }))
    await expectAccessible(review.element)
    expect(sent).toEqual([])
    expect(review.field('Comment').value).toBe('Very clear.')
  })

  test.each([
    ['stars_missing', 'at the stars'],
    ['reviewed_already', 'beside the button'],
  ] as const)('that the server refuses (%s) shows the reason %s and keeps the comment', async (code, place) => {
    const { user } = open({}, () => refusedAnswer(code))
    const review = readElement(screen.getByRole('region', { name: 'How was Ravi Nair?' }))
    await user.click(review.getByRole('radio', { name: '4 of 5 stars' }))
    await user.fill(review.field('Comment'), 'Very clear.')
    await user.click(review.getByRole('button', { name: 'Send review' }))
    const text = new Refusal(code).message
    await waitFor(() => expect(textOf(review.element)).toContain(text))
    const stars = review.getByRole('radiogroup', { name: 'Your stars' })
    expect(errorOf(stars)).toBe(place === 'at the stars' ? text : '')
    expect(review.field('Comment').value).toBe('Very clear.')
  })

  test('can be changed until the deadline, and a change can be cancelled', async () => {
    const { user, sent } = open({ after: { ...forStudent, review: savedReview, canChangeReview: true } }, () => ({
      done: 'Your review has been changed',
    }))
    const review = readElement(screen.getByRole('region', { name: 'Your review' }))
    expect(textOf(review.element)).toContain('You can change it until Jun 03, 2026.')
    await user.click(review.getByRole('button', { name: 'Change your review' }))
    expect(review.field('Comment').value).toBe('Very clear.')
    await user.click(review.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(review.element)
    await user.click(review.getByRole('button', { name: 'Change your review' }))
    await user.click(review.getByRole('radio', { name: '2 of 5 stars' }))
    await user.click(review.getByRole('button', { name: 'Save review' }))
    await waitFor(() => expect(toastText()).toBe('Your review has been changed'))
    expect(sent[0]?.fields).toEqual({ act: 'change_review', rating: '2', comment: 'Very clear.' })
  })

  test('cannot be changed after the deadline', () => {
    open({ after: { ...forStudent, review: savedReview, canChangeReview: false } })
    const review = readElement(screen.getByRole('region', { name: 'Your review' }))
    expect(review.queryByRole('button', { name: 'Change your review' })).toBeNull()
  })

  test('shows the reason when the team has hidden it', () => {
    const hidden = { ...savedReview, hiddenReason: 'It names a third person.' }
    open({ after: { ...forStudent, review: hidden } })
    expect(textOf(screen.getByRole('region', { name: 'Your review' }))).toContain(
      'Our team has hidden this review. Other people cannot read it, and its stars do not count. Reason: It names a third person.',
    )
  })
})

describe('the summary', () => {
  const openForRavi = (changes: Partial<typeof forExpert> = {}, answer?: (sent: Sent) => unknown) =>
    open({ side: 'expert', after: { ...forExpert, summary: 'open', ...changes } }, answer)
  const region = (name: string) => readElement(screen.getByRole('region', { name }))
  beforeEach(() => sessionStorage.clear())

  test('shows Asha the parts that Ravi wrote, and the day of a change', () => {
    const changed = { ...summary, changedAt: new Date('2026-05-05T05:00:00Z') }
    open({ after: { ...forStudent, summary: changed } })
    const card = region('Summary by Ravi Nair')
    expect(factsOf(card.element)).toEqual({ 'What we did': 'Why ice floats', 'What to practise': 'Three problems' })
    expect(textOf(card.element)).toContain('Written May 04, 2026, changed May 05, 2026')
  })

  test('shows Asha only the reason when the team has hidden it', () => {
    open({ after: { ...forStudent, summary: { ...summary, parts: null, hiddenReason: 'It is rude.' } } })
    expect(textOf(region('Summary by Ravi Nair').element)).toContain(
      'Our team has hidden this summary. Reason: It is rude.',
    )
  })

  test('is written by Ravi by keyboard, before his feedback', async () => {
    const { user, sent } = openForRavi({}, () => ({ done: 'Your summary has been sent' }))
    const card = region('Summary for Asha Verma')
    await expectAccessible(card.element)
    card.field('What we did').focus()
    await user.keyboard('Density')
    await user.tab()
    await user.keyboard('Problem 4{Enter}and 5')
    await user.tab()
    await user.tab()
    await user.keyboard(' {Control>}{Enter}{/Control}')
    await waitFor(() => expect(toastText()).toBe('Your summary has been sent'))
    expect(sent[0]?.fields).toEqual({
      act: 'summary',
      done: 'Density',
      practice: 'Problem 4\nand 5',
      next: '',
      suggestsBooking: 'yes',
    })
    expect(document.activeElement).toBe(region('Feedback for Asha Verma').element)
  })

  test('is kept over a reload until it is sent', async () => {
    const first = openForRavi({}, () => refusedAnswer('summary_empty'))
    await first.user.fill(region('Summary for Asha Verma').field('What next'), 'Pressure')
    await first.user.click(region('Summary for Asha Verma').getByRole('checkbox'))
    await first.user.click(region('Summary for Asha Verma').getByRole('button', { name: 'Send summary' }))
    const { message } = new Refusal('summary_empty')
    await waitFor(() => expect(textOf(region('Summary for Asha Verma').element)).toContain(message))
    cleanup()
    const second = openForRavi({}, () => ({ done: 'Your summary has been sent' }))
    const card = region('Summary for Asha Verma')
    expect(card.field('What next').value).toBe('Pressure')
    expect(card.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    await second.user.click(card.getByRole('button', { name: 'Send summary' }))
    await waitFor(() => expect(toastText()).toBe('Your summary has been sent'))
    expect(sessionStorage.getItem(`samjhao:summary:${call.id}`)).toBeNull()
  })

  test('can be changed by Ravi until the deadline, and a change can be cancelled', async () => {
    const { user, sent } = openForRavi({ summary, canChangeSummary: true }, () => ({
      done: 'Your summary has been changed',
    }))
    const card = region('Summary for Asha Verma')
    expect(textOf(card.element)).toContain('You can change it until May 11, 2026.')
    await user.click(card.getByRole('button', { name: 'Change the summary' }))
    await user.fill(card.field('What next'), 'Not this')
    await user.click(card.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(card.element)
    await user.click(card.getByRole('button', { name: 'Change the summary' }))
    expect(card.field('What next').value).toBe('')
    await user.fill(card.field('What next'), 'Pressure')
    await user.click(card.getByRole('button', { name: 'Save summary' }))
    await waitFor(() => expect(toastText()).toBe('Your summary has been changed'))
    expect(sent[0]?.fields).toEqual({
      act: 'change_summary',
      done: 'Why ice floats',
      practice: 'Three problems',
      next: 'Pressure',
    })
  })

  test('that the team has hidden shows Ravi his text and the reason, and cannot be changed', () => {
    openForRavi({ summary: { ...summary, hiddenReason: 'It is rude.' } })
    const card = region('Summary for Asha Verma')
    expect(textOf(card.element)).toContain('Why ice floats')
    expect(textOf(card.element)).toContain('Our team has hidden this summary from Asha Verma. Reason: It is rude.')
    expect(card.queryByRole('button')).toBeNull()
  })

  test('has no form when the two were never connected', () => {
    open({ side: 'expert' })
    expect(screen.queryByRole('region', { name: 'Summary for Asha Verma' })).toBeNull()
  })
})

describe('the board and code', () => {
  const board: BoardOverview = {
    id: call.id as string as BoardId,
    changedAt: new Date('2026-05-04T05:00:00Z'),
    pages: 2,
    elements: 14,
    texts: ['F = m a', '<b>bold</b>'],
    code: 'print(1)\nprint(2)',
    language: 'python',
  }

  test.each(['student', 'expert'] as const)('are shown to the %s with their texts', async (side) => {
    open({ side, after: side === 'student' ? { ...forStudent, board } : { ...forExpert, board } })
    const section = readElement(screen.getByRole('region', { name: 'Board and code' }))
    expect(textOf(section.element)).toContain('2 pages with 14 elements')
    const texts = readElement(section.getByRole('list', { name: 'Texts on the board' }))
    expect(texts.getAllByRole('listitem').map(textOf)).toEqual(['F = m a', '<b>bold</b>'])
    expect(section.element.querySelector('pre')?.textContent).toBe(board.code)
    await expectAccessible(section.element)
  })

  test('say when nothing was written', () => {
    open()
    expect(textOf(screen.getByRole('region', { name: 'Board and code' }))).toBe(
      'Board and code Nothing was written on the board.',
    )
  })

  test('say what is not saved yet, save it when the network returns, and are then loaded again', async () => {
    const doc = new Y.Doc()
    doc.getMap('elements').set('one', { kind: 'text' })
    sessionStorage.setItem(unsentKey(call.id), JSON.stringify([toBase64(Y.encodeStateAsUpdate(doc))]))
    let isOnline = false
    const fetched = stubFetch(() => (isOnline ? { last: 1 } : networkFailure()))
    let reads = 0
    open({}, undefined, () => {
      reads += 1
      return call
    })
    const section = readElement(screen.getByRole('region', { name: 'Board and code' }))
    await waitFor(() =>
      expect(textOf(section.getByRole('status'))).toContain('Some of your changes are not saved yet.'),
    )
    await expectAccessible(section.element)
    const readsBefore = reads
    isOnline = true
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(textOf(section.getByRole('status'))).toBe(''))
    const sent = fetched.at(-1)
    expect(sent).toMatchObject({ path: `/boards/${call.id}/changes`, method: 'POST' })
    const stored = new Y.Doc()
    const { data = '' } = (sent?.body ?? {}) as { data?: string }
    Y.applyUpdate(stored, fromBase64(data))
    expect(stored.getMap('elements').size).toBe(1)
    expect(sessionStorage.getItem(unsentKey(call.id))).toBeNull()
    await waitFor(() => expect(reads).toBeGreaterThan(readsBefore))
  })

  test('say why something could not be saved', async () => {
    const doc = new Y.Doc()
    doc.getMap('elements').set('one', { kind: 'text' })
    sessionStorage.setItem(unsentKey(call.id), JSON.stringify([toBase64(Y.encodeStateAsUpdate(doc))]))
    stubFetch(() => ({ refusal: { code: 'board_keeps_others', text: refusals.board_keeps_others.text } }))
    open()
    const section = readElement(screen.getByRole('region', { name: 'Board and code' }))
    await waitFor(() =>
      expect(textOf(section.getByRole('status'))).toBe(
        `Some of your changes could not be saved. ${refusals.board_keeps_others.text}`,
      ),
    )
  })

  test('are not there when the two were never connected', () => {
    open({ session: { ...freeCall, state: 'missed', connectedAt: null } })
    expect(screen.queryByRole('region', { name: 'Board and code' })).toBeNull()
  })
})

describe('the follow-up', () => {
  const at = new Date('2026-05-05T04:30:00Z')
  const followUp = {
    minutes: 30,
    zone: 'Asia/Kolkata',
    days: [{ day: '2026-05-05', times: [{ at, to: '/expert/details/e1/book?start=x' }] }],
    more: '/expert/details/e1/book?minutes=30',
    hasMore: true,
  }

  test('offers Ravi’s next free times, each filled in', async () => {
    open({ after: { ...forStudent, followUp } })
    const card = readElement(screen.getByRole('region', { name: 'Book the follow-up' }))
    expect(linksOf(card.element)).toEqual({
      'Tuesday, May 5, 10:00 AM': '/expert/details/e1/book?start=x',
      'Other times': '/expert/details/e1/book?minutes=30',
    })
    await expectAccessible(card.element)
  })

  test('says when Ravi suggested it', () => {
    open({ after: { ...forStudent, followUp, summary: { ...summary, suggestsBooking: true } } })
    expect(screen.getByRole('region', { name: 'Ravi Nair suggests a follow-up' })).toBeTruthy()
  })

  test('says when no time is free', () => {
    const soon = { ...followUp, days: [] }
    open({ after: { ...forStudent, followUp: soon } })
    const card = readElement(screen.getByRole('region', { name: 'Book the follow-up' }))
    expect(textOf(card.element)).toContain('Ravi Nair has no free time in the next seven days.')
    expect(linksOf(card.element)).toEqual({ 'See the next free day': '/expert/details/e1/book?minutes=30' })
    cleanup()
    open({ after: { ...forStudent, followUp: { ...soon, hasMore: false } } })
    const empty = readElement(screen.getByRole('region', { name: 'Book the follow-up' }))
    expect(textOf(empty.element)).toContain('Ravi Nair has no free times at the moment.')
    expect(linksOf(empty.element)).toEqual({})
  })

  test('is not offered with a blocked expert', () => {
    open({ after: { ...forStudent, followUp }, other: { isBlocked: true, isReported: false, bookedId: null } })
    expect(screen.queryByRole('region', { name: 'Book the follow-up' })).toBeNull()
  })
})

test.each(['answeredQuestion', 'again'])(
  'a completed question in "%s" can be asked again, with its board',
  async (field) => {
    fakeDevices()
    stubFetch(() => ({ dailyLimit: null, spentToday: 0 }))
    const question = { callType: 'video' as const, question: 'Why is the sky blue?', file: null, continues: call.id }
    const { main, user } = open({ after: { ...forStudent, [field]: question } })
    await user.click(main.getByRole('button', { name: 'Ask again' }))
    const dialog = await findRequestDialog('Request Session')
    expect(dialog.field('Your question').value).toBe('Why is the sky blue?')
    expect(textOf(dialog.element)).toContain('The board of your earlier session is attached.')
  },
)

describe('feedback', () => {
  test('from Ravi is shown to Asha with strengths, improvements and a note', () => {
    const { main } = open({ after: { ...forStudent, feedback } })
    const text = textOf(main.element)
    expect(text).toContain('Feedback from Ravi Nair Only you and our team read it.')
    expect(text).toContain('What went well Listens')
    expect(text).toContain('What to work on Units Write them down.')
    expect(text).toContain('Keep going.')
  })

  test('is sent by Ravi with selected strengths and a note', async () => {
    const { user, sent } = open({ side: 'expert' }, () => ({ done: 'Your feedback has been sent' }))
    const form = readElement(screen.getByRole('region', { name: 'Feedback for Asha Verma' }))
    const [first, second] = form.getAllByRole<HTMLInputElement>('checkbox')
    await user.click(first as HTMLElement)
    await user.click(second as HTMLElement)
    await user.fill(form.field('A motivating note'), 'Keep going.')
    await user.click(form.getByRole('button', { name: 'Send feedback' }))
    await waitFor(() => expect(toastText()).toBe('Your feedback has been sent'))
    expect(sent[0]?.fields).toEqual({
      act: 'feedback',
      strengths: [first?.value, second?.value],
      customStrengths: '',
      customImprovements: '',
      note: 'Keep going.',
    })
  })

  test('cannot be given twice', () => {
    open({ side: 'expert', after: { ...forExpert, feedback: 'given' } })
    const form = screen.getByRole('region', { name: 'Feedback for Asha Verma' })
    expect(textOf(form)).toContain('Feedback sent. Asha Verma can read it on the session page.')
    expect(form.querySelector('form')).toBeNull()
  })
})

describe('Ravi’s answer to a review', () => {
  test('opens with a button, is sent once, and can be cancelled', async () => {
    const { user, sent } = open({ side: 'expert', after: { ...forExpert, review: savedReview } }, () => ({
      done: 'Your answer has been published',
    }))
    const review = readElement(screen.getByRole('region', { name: 'Review by Asha Verma' }))
    expect(textOf(review.element)).toContain('Very clear.')
    await user.click(review.getByRole('button', { name: 'Answer' }))
    expect(document.activeElement).toBe(review.field('Your answer'))
    await user.click(review.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(review.element)
    await user.click(review.getByRole('button', { name: 'Answer' }))
    await user.fill(review.field('Your answer'), 'Thank you.')
    await expectAccessible(review.element)
    await user.click(review.getByRole('button', { name: 'Answer publicly' }))
    await waitFor(() => expect(toastText()).toBe('Your answer has been published'))
    expect(sent[0]?.fields).toEqual({ act: 'answer', reviewId: savedReview.id, words: 'Thank you.' })
  })

  test('shows a network error and keeps the text', async () => {
    const { user } = open({ side: 'expert', after: { ...forExpert, review: savedReview } }, networkFailure)
    const review = readElement(screen.getByRole('region', { name: 'Review by Asha Verma' }))
    await user.click(review.getByRole('button', { name: 'Answer' }))
    await user.fill(review.field('Your answer'), 'Thank you.')
    await user.click(review.getByRole('button', { name: 'Answer publicly' }))
    expect(await review.findByText('Network error. Please check your connection and try again.')).toBeTruthy()
    expect(review.field('Your answer').value).toBe('Thank you.')
  })
})

describe('a refund', () => {
  test('is requested with a reason, and retried with the same id', async () => {
    const answers = [networkFailure, () => ({ done: 'Your request has been sent' })]
    const { user, sent } = open({}, () => answers.shift()?.())
    const card = readElement(screen.getByRole('region', { name: 'Refund' }))
    expect(textOf(card.element)).toContain('You can ask for your money back until May 07, 2026, 10:02 AM.')
    await user.click(card.getByRole('button', { name: 'Ask for a refund' }))
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Ask for a refund' }))
    const reason = dialog.field('What went wrong?')
    await user.click(dialog.getByRole('button', { name: 'Send request' }))
    expect(errorOf(reason)).toBe('Tell us what went wrong, so that we can decide.')
    expect(document.activeElement).toBe(reason)
    await expectAccessible()
    expect(sent).toEqual([])
    await user.fill(reason, 'I could not hear a word.')
    await user.click(dialog.getByRole('button', { name: 'Send request' }))
    expect(textOf(await dialog.findByRole('alert'))).toBe('Network error. Please check your connection and try again.')
    await user.click(dialog.getByRole('button', { name: 'Send request' }))
    await waitFor(() => expect(toastText()).toBe('Your request has been sent'))
    expect(sent[1]?.fields).toMatchObject({ act: 'refund', reason: 'I could not hear a word.' })
    expect(sent[0]?.fields.id).toBe(sent[1]?.fields.id)
  })

  test.each([
    [{ state: 'asked' }, 'I could not hear a word.'],
    [
      { state: 'granted', refunded: paise(1_250), answer: 'The sound was bad.', decidedAt: paidCall.endedAt },
      '₹12.50 of ₹30 is back in your wallet.',
    ],
    [{ state: 'refused', answer: 'Both talked.', decidedAt: paidCall.endedAt }, 'Both talked.'],
  ] as const)('shows its state for %o', async (changes, text) => {
    open({ after: { ...forStudent, refundUntil: null, refund: { ...request, ...changes } } })
    const card = screen.getByRole('region', { name: 'Refund' })
    expect(textOf(card)).toContain(text)
    expect(linksOf(card)).toEqual({ 'All refund requests': '/user/refunds' })
    expect(readElement(card).queryByRole('button')).toBeNull()
    await expectAccessible(card)
  })

  test('has no card when no refund can be requested', () => {
    open({ after: { ...forStudent, refundUntil: null } })
    expect(screen.queryByRole('region', { name: 'Refund' })).toBeNull()
  })
})

test('the chat is shown, and own messages are marked as own', () => {
  const newMessage = (number: number, side: 'student' | 'expert', text: string | null) => ({
    id: `m${number}`,
    number,
    side,
    text,
    saidAt: paidCall.askedAt,
  })
  const { main } = open({ messages: [newMessage(1, 'student', 'Hello?'), newMessage(2, 'expert', 'Hello!')] })
  expect(textOf(main.element)).toContain('Only the two of you can read it. Our team needs a recorded reason')
  const lines = main.getAllByRole('listitem').map(textOf)
  expect(lines).toContain('Hello? You 10:00:00 AM')
  expect(lines).toContain('Hello! Ravi Nair 10:00:00 AM')
})

test('an expert who is pending approval sees a locked page', () => {
  const { main } = openScreen(sessionPage, {
    at: `/expert/sessions/${call.id}`,
    viewer: ravi,
    data: { own: '/expert', approval: 'pending' },
  })
  expect(main.getByRole('heading', { name: 'Account Pending Approval' })).toBeTruthy()
})

const call: SessionView = { ...paidCall, side: 'student', heldPaise: paise(5_000), heldMinutes: 5 }
const freeCall: SessionView = { ...call, liveMs: 0, billedMinutes: null, chargedPaise: paise(0), endReason: null }
const savedReview: SessionReview = {
  id: 'v1' as ReviewId,
  rating: 4,
  comment: 'Very clear.',
  createdAt: new Date('2026-05-04T05:00:00Z'),
  changedAt: null,
  answer: null,
  answeredAt: null,
  changeUntil: new Date('2026-06-03T05:00:00Z'),
  hiddenReason: null,
}
const summary: Summary = {
  parts: { done: 'Why ice floats', practice: 'Three problems', next: '' },
  suggestsBooking: false,
  writtenAt: new Date('2026-05-04T05:00:00Z'),
  changedAt: null,
  changeUntil: new Date('2026-05-11T05:00:00Z'),
  hiddenReason: null,
}
const feedback: Feedback = {
  id: 'f1',
  sessionId: call.id,
  createdAt: new Date('2026-05-04T05:00:00Z'),
  expertName: ravi.name,
  category: 'academic',
  strengths: ['Listens'],
  customStrengths: '',
  improvements: ['Units'],
  customImprovements: 'Write them down.',
  note: 'Keep going.',
}
const request: RefundRequest = {
  id: 'r1' as RefundId,
  sessionId: call.id,
  expertName: ravi.name,
  charged: paise(3_000),
  state: 'asked',
  fault: null,
  reason: 'I could not hear a word.',
  answer: null,
  refunded: null,
  askedAt: new Date('2026-05-04T05:00:00Z'),
  decidedAt: null,
}

type Data = Extract<LoaderData<typeof sessionPage>, { session: SessionView }>
type After = NonNullable<Data['after']>
const forStudent: Extract<After, { side: 'student' }> = {
  side: 'student',
  summary: null,
  feedback: null,
  review: null,
  canReview: true,
  canChangeReview: false,
  refund: null,
  refundUntil: new Date('2026-05-07T04:32:30Z'),
  expert: ravisPage,
  missedQuestion: null,
  answeredQuestion: null,
  asked: null,
  again: null,
  followUp: null,
  board: null,
}
const forExpert: Extract<After, { side: 'expert' }> = {
  side: 'expert',
  summary: null,
  canChangeSummary: false,
  feedback: 'open',
  category: 'academic',
  review: null,
  board: null,
}

type Setup = Partial<Pick<Data, 'session' | 'messages' | 'other' | 'after'>> & { side?: 'student' | 'expert' }

function open(
  { side = 'student', session = call, messages = [], other, after }: Setup = {},
  answer?: (sent: Sent) => unknown,
  readSession?: () => SessionView,
  readOther?: () => OtherPerson,
) {
  const own = side === 'student' ? '/user' : '/expert'
  const read = (): Data => {
    const shown = { ...(readSession?.() ?? session), side }
    const defaultAfter = side === 'student' ? forStudent : forExpert
    return {
      own,
      approval: 'approved',
      session: shown,
      events: evidence.events,
      messages,
      other: readOther?.() ?? other ?? { isBlocked: false, isReported: false, bookedId: null },
      after: after === undefined ? defaultAfter : after,
    }
  }
  return openScreen(sessionPage, {
    at: `${own}/sessions/${call.id}`,
    path: `${own}/sessions/:id`,
    viewer: side === 'student' ? asha : ravi,
    data: read,
    answer,
  })
}

const receipt = () => {
  const section = screen.getByRole('heading', { name: 'Receipt' }).closest('section')
  return readElement(section as HTMLElement)
}
