import { describe, expect, test } from 'vitest'
import {
  eventText,
  leavingFee,
  currentStateText,
  ownAmount,
  ownRefund,
  receiptNumber,
  sessionStateLabel,
  freeReason,
} from '#app/sessions/session-text.ts'
import { type SessionEvent, sessionEventKinds, type SessionView } from '#domain/sessions/contract.ts'
import { isOpen, sessionStates } from '#domain/sessions/states.ts'
import type { SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'

const names = { studentName: 'Asha Rao', expertName: 'Ravi Nair' }
const settled: SessionView = {
  ...names,
  id: '0199c0de-1234-7000-8000-000000000009' as SessionId,
  side: 'student',
  state: 'settled',
  callType: 'video',
  expertId: null,
  studentPhotoUrl: null,
  expertPhotoUrl: null,
  question: null,
  fileName: null,
  fileType: null,
  ratePaisePerMinute: paise(10_01),
  sharePercent: 80,
  askedAt: new Date(0),
  ringUntil: new Date(0),
  connectedAt: null,
  endedAt: null,
  endReason: null,
  declineReason: null,
  liveMs: 134_900,
  heldPaise: paise(50_05),
  heldMinutes: 5,
  leastPaise: paise(0),
  billedMinutes: 3,
  chargedPaise: paise(30_03),
  refundedPaise: null,
}

test('students see the charge, and experts see their share in whole paise', () => {
  expect(ownAmount(settled)).toBe(30_03)
  expect(ownAmount({ ...settled, side: 'expert' })).toBe(24_02)
  expect(ownAmount({ ...settled, chargedPaise: paise(0) })).toBeNull()
  expect(receiptNumber(settled)).toBe('0199C0DE')
})

test('students see the whole refund, and experts see their share of it', () => {
  const partlyRefunded = { ...settled, refundedPaise: paise(10_01) }
  expect([ownRefund(settled), ownRefund(partlyRefunded), ownRefund({ ...partlyRefunded, side: 'expert' })]).toEqual([
    null,
    10_01,
    8_00,
  ])
  expect(sessionStateLabel(partlyRefunded).label).toBe('Refunded in part')
  const fullyRefunded = { ...settled, side: 'expert' as const, refundedPaise: paise(30_03) }
  expect(ownRefund(fullyRefunded)).toBe(ownAmount(fullyRefunded))
  expect(sessionStateLabel(fullyRefunded).label).toBe('Refunded')
})

test('every state has a label, open states have a text, and free sessions have a reason', () => {
  for (const state of sessionStates) {
    const session = { ...settled, state, billedMinutes: 0, chargedPaise: paise(0) }
    expect(sessionStateLabel(session).label).not.toBe('')
    expect(currentStateText(session) !== null).toBe(isOpen(state))
    expect(freeReason(session) !== null).toBe(!isOpen(state))
  }
  expect(freeReason(settled)).toBeNull()
  expect(sessionStateLabel(settled).label).toBe('Completed')
  // A booked session that the student left immediately: no billed minute, but a fee.
  const leftEarly = { ...settled, billedMinutes: 0, chargedPaise: paise(75_00) }
  expect([freeReason(leftEarly), sessionStateLabel(leftEarly).label]).toEqual([null, 'Completed'])
})

describe('the reason why nothing was charged', () => {
  test.each<[Partial<SessionView>, string]>([
    [{ state: 'declined' }, 'Ravi Nair declined the request.'],
    [{ state: 'declined', declineReason: 'In a lecture' }, 'Ravi Nair declined: “In a lecture”'],
    [
      { state: 'declined', endReason: 'suspended' },
      'Our team ended the session because Ravi Nair cannot give sessions at the moment.',
    ],
    [{ state: 'declined', endReason: 'stuck' }, 'Our team ended the session because it was stuck.'],
    [{ state: 'missed' }, 'Ravi Nair did not answer in time.'],
    [{ state: 'cancelled' }, 'Asha Rao cancelled before the call began.'],
    [{ state: 'failed_to_connect' }, 'The call was answered, but the connection failed.'],
    [
      { billedMinutes: 0, chargedPaise: paise(0), liveMs: 12_000 },
      'Both sides were connected for 00:12. Less than 30 seconds cost nothing.',
    ],
    [{ billedMinutes: 0, chargedPaise: paise(0), liveMs: 0 }, 'The call ended before both sides were connected.'],
  ])('is correct for %o', (changes, text) => {
    expect(freeReason({ ...settled, ...changes })).toBe(text)
  })
})

describe('the timeline', () => {
  const describeLine = (event: Partial<SessionEvent> & Pick<SessionEvent, 'what'>) =>
    eventText({ id: 1, at: new Date(0), side: null, details: {}, ...event }, names)

  test('has a text for every event kind, even without details', () => {
    for (const what of sessionEventKinds) expect(describeLine({ what })).toMatch(/^\S.*[\w’]$/)
  })

  test.each<[Partial<SessionEvent> & Pick<SessionEvent, 'what'>, string]>([
    [{ what: 'joined', side: 'expert', details: { epoch: 1 } }, 'Ravi Nair joined'],
    [{ what: 'asked', side: 'student' }, 'Asha Rao asked for a session'],
    [
      { what: 'asked', side: 'student', details: { experts: 4 } },
      'Asha Rao asked any available expert; 4 experts were asked',
    ],
    [
      { what: 'asked', side: 'student', details: { experts: 1 } },
      'Asha Rao asked any available expert; 1 expert was asked',
    ],
    [{ what: 'refund asked', side: 'student' }, 'Asha Rao asked for a refund'],
    [{ what: 'refund asked', side: null }, 'Our system asked the team to decide about a refund'],
    [{ what: 'refunded', details: { amountPaise: 15_50 } }, '₹15.50 was refunded to Asha Rao'],
    [
      { what: 'refunded', details: { amountPaise: 20_00, fault: 'expert_left_early' } },
      '₹20 was refunded to Asha Rao because Ravi Nair left within the first 2 minutes',
    ],
    [{ what: 'joined', side: 'student', details: { epoch: 2 } }, 'Asha Rao came back'],
    [
      { what: 'lost', side: 'student', details: { stillSpeaks: false } },
      'Asha Rao lost the connection; shared time paused',
    ],
    [
      { what: 'lost', side: 'expert', details: { stillSpeaks: true } },
      'Ravi Nair stopped receiving data; shared time paused',
    ],
    [{ what: 'lost', details: { by: 'server' } }, 'Our server was interrupted; shared time paused'],
    [{ what: 'resumed', details: { afterMs: 7_420 } }, 'Reconnected after 7.4 s; shared time resumed'],
    [{ what: 'extended', details: { heldPaise: 50_00 } }, '₹50 more was held'],
    [{ what: 'begun' }, 'Both sides joined, and the booked session began'],
    [{ what: 'ended', details: { reason: 'money_spent' } }, 'The money ran out, and the call ended'],
    [{ what: 'ended', details: { reason: 'time_over' } }, 'The expert’s available time was over, and the call ended'],
    [
      { what: 'ended', side: 'expert', details: { reason: 'side_lost' } },
      'Ravi Nair did not come back, and the call ended',
    ],
    [{ what: 'ended', side: null, details: { reason: 'side_lost' } }, 'Nobody came back, and the call ended'],
    [
      { what: 'billed', details: { liveMs: 134_900, minutes: 3, chargedPaise: 30_00 } },
      '₹30 for 3 minutes, after 02:14 of shared time',
    ],
    [
      { what: 'billed', details: { liveMs: 9_000, minutes: 0, chargedPaise: 0 } },
      'Nothing was charged for 00:09 of shared time',
    ],
  ])('describes %o', (event, text) => {
    expect(describeLine(event)).toBe(text)
  })

  test('shows the charge of a booked session that was left early or used up', () => {
    const booked = { ...names, leastPaise: paise(75_00), ratePaisePerMinute: paise(10_00) }
    const describeEvent = (event: Partial<SessionEvent>) =>
      eventText({ id: 1, at: new Date(0), what: 'billed', side: null, details: {}, ...event }, booked)
    const describeBill = (minutes: number, chargedPaise: number) =>
      describeEvent({ details: { liveMs: 61_000, minutes, chargedPaise } })
    expect(describeBill(2, 75_00)).toBe(
      '₹75, the minimum charge for leaving a booked session, after 01:01 of shared time',
    )
    expect(describeBill(0, 75_00)).toMatch(/^₹75, the minimum/)
    expect(describeBill(8, 80_00)).toBe('₹80 for 8 minutes, after 01:01 of shared time')
    expect(describeEvent({ what: 'ended', details: { reason: 'money_spent' } })).toMatch(/^The paid minutes/)
    const leftEarly = {
      ...settled,
      billedMinutes: 2,
      chargedPaise: paise(75_00),
      ratePaisePerMinute: paise(10_00),
    }
    expect([leavingFee(leftEarly), leavingFee(settled)]).toEqual([55_00, null])
  })
})
