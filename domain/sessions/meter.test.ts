import { describe, expect, test } from 'vitest'
import { Meter, type MeterStart } from '#domain/sessions/meter.ts'
import { type Side, sides } from '#domain/sessions/states.ts'

const minuteMs = 60_000
const newStart: MeterStart = {
  state: 'connecting',
  liveMs: 0,
  heldMs: 5 * minuteMs,
  interruptions: 0,
  interruptedMs: 0,
  minuteMs,
  epochs: { student: 1, expert: 1 },
}

/** Two browsers that send heartbeats every two seconds, and a clock that the test advances. */
function newCall(start: Partial<MeterStart> = {}) {
  const meter = new Meter({ ...newStart, ...start }, 0)
  const beats = {
    student: { epoch: 1, sequence: 0, bytes: 0, sent: 0 },
    expert: { epoch: 1, sequence: 0, bytes: 0, sent: 0 },
  }
  let nowMs = 0
  const beat = (side: Side) => {
    beats[side].sequence += 1
    beats[side].bytes += 1_000
    beats[side].sent += 1_000
    return meter.receive(side, beats[side], nowMs)
  }
  const advance = (ms: number, beatingSides: readonly Side[] = sides) => {
    for (const until = nowMs + ms; nowMs < until;) {
      nowMs = Math.min(nowMs + 1_000, until)
      meter.tick(nowMs)
      if (nowMs % 2_000 === 0) for (const side of beatingSides) beat(side)
    }
  }
  return {
    meter,
    beats,
    beat,
    /** Advances the clock while only these sides send heartbeats. */
    advance,
    /** Advances the clock while the student sends beats but receives no data. */
    advanceWithoutData(ms: number, beatingSides: readonly Side[]) {
      for (let passedMs = 0; passedMs < ms; passedMs += 2_000) {
        advance(2_000, beatingSides)
        beats.student.sequence += 1
        meter.receive('student', beats.student, nowMs)
      }
    },
    /** Returns the recorded events and clears them. */
    takeEvents: () => meter.events.splice(0).map(({ what }) => what),
    at: () => nowMs,
  }
}

test('time counts from the first to the last media beat of both sides', () => {
  const { meter, advance, takeEvents } = newCall()
  advance(10_000, ['student'])
  expect(meter.phase).toBe('connecting')
  advance(62_000)
  expect(takeEvents()).toEqual(['connected'])
  expect(meter.liveMs).toBe(60_000)
})

test('a beat is a media beat only if its bytes grew, its sequence is new, and its epoch is current', () => {
  const { meter, beats, beat, advance, at } = newCall()
  advance(10_000)
  expect(meter.receive('student', { ...beats.student, sequence: 99 }, at())).toBe('flat')
  expect(meter.receive('student', { ...beats.student, bytes: 9_999_999 }, at())).toBe('old')
  beats.student = { epoch: 2, sequence: 100, bytes: 0, sent: 0 }
  expect(beat('student')).toBe('good')
  expect(meter.receive('student', { epoch: 1, sequence: 1_000, bytes: 10_000_000, sent: 0 }, at())).toBe('gone')
})

test('a repeated beat is not a media beat, whatever its counters', () => {
  const { meter, beats, advance, at } = newCall()
  advance(10_000)
  expect(meter.receive('student', { ...beats.student, bytes: 9_999_999 }, at())).toBe('old')
})

test('both sides are connected when their media beats are less than five seconds apart', () => {
  for (const { afterMs, phase } of [
    { afterMs: 4_999, phase: 'live' },
    { afterMs: 5_000, phase: 'connecting' },
  ]) {
    const meter = new Meter(newStart, 0)
    const beat = { epoch: 1, sequence: 1, bytes: 1, sent: 1 }
    meter.receive('student', beat, 0)
    meter.receive('expert', beat, afterMs)
    expect(meter.phase).toBe(phase)
  }
})

describe('an interruption', () => {
  test('is detected exactly five seconds after the last media beat', () => {
    const { meter, advance } = newCall()
    advance(20_000)
    meter.tick(24_999)
    expect(meter.phase).toBe('live')
    meter.tick(25_000)
    expect(meter.phase).toBe('interrupted')
  })

  test('begins at the last media beat, costs nothing, and ends at the next', () => {
    const { meter, advance, takeEvents } = newCall()
    advance(20_000)
    const before = meter.liveMs
    advance(10_000, ['expert'])
    const evidence = { stillSpeaks: false, otherSentBytes: 3_000 }
    expect(meter.events.at(-1)).toEqual({ what: 'interrupted', lost: 'student', atMs: 20_000, evidence })
    advance(20_000)
    expect(takeEvents()).toEqual(['connected', 'interrupted', 'resumed'])
    expect(meter.liveMs).toBe(before + 18_000)
    expect(meter.interruptedMs).toBe(12_000)
  })

  test('of 30 seconds ends the session, billed up to the last media beat', () => {
    const { meter, advance } = newCall()
    advance(40_000)
    advance(29_000, ['student'])
    expect(meter.phase).toBe('interrupted')
    advance(1_000, ['student'])
    expect(meter.events.at(-1)).toEqual({ what: 'over', reason: 'side_lost', lost: 'expert' })
    expect(meter.liveMs).toBe(38_000)
  })

  test('is tolerated three times, and for one minute in total', () => {
    const often = newCall()
    for (let times = 0; times < 3; times += 1) {
      often.advance(10_000)
      often.advance(6_000, [])
    }
    often.advance(10_000)
    expect(often.meter.phase).toBe('live')
    often.advance(6_000, [])
    expect(often.meter.events.at(-1)).toMatchObject({ what: 'over', reason: 'interrupted_too_often' })

    const long = newCall()
    for (let times = 0; times < 2; times += 1) {
      long.advance(10_000)
      long.advance(26_000, [])
    }
    long.advance(10_000)
    expect(long.meter.phase).toBe('live')
    long.advance(6_000, [])
    expect(long.meter.events.at(-1)).toMatchObject({ what: 'over', reason: 'interrupted_too_long' })
  })

  test('is tolerated once more for every two minutes of shared time, so that an hour on mobile data is possible', () => {
    const hour = newCall({ heldMs: 60 * minuteMs })
    while (hour.meter.liveMs < 50 * minuteMs && hour.meter.phase !== 'over') {
      hour.advance(122_000)
      hour.advance(6_000, ['student'])
    }
    expect(hour.meter.phase).toBe('interrupted')
    expect(hour.meter.interruptions).toBeGreaterThan(20)
    expect(hour.meter.interruptedMs).toBeGreaterThan(2 * minuteMs)
  })

  test.each([
    { liveMs: 119_000, phase: 'over' },
    { liveMs: 120_000, phase: 'interrupted' },
  ])('that is the fourth after $liveMs ms of shared time leads to the phase $phase', ({ liveMs, phase }) => {
    const meter = new Meter({ ...newStart, state: 'live', liveMs, interruptions: 3 }, 0)
    const beat = { epoch: 1, sequence: 1, bytes: 1, sent: 1 }
    for (const side of sides) meter.receive(side, beat, 0)
    meter.tick(5_000)
    expect(meter.phase).toBe(phase)
  })

  /**
   * The expert's page reloads at 20 s. The student receives data for two more seconds. The new page sends its first
   * beat at 26 s.
   */
  function newReloadedCall() {
    const reloaded = newCall()
    reloaded.advance(20_000)
    reloaded.advance(2_000, ['student'])
    reloaded.advance(4_000, [])
    reloaded.beats.expert = { epoch: 2, sequence: 0, bytes: 0, sent: 0 }
    reloaded.beat('expert')
    return reloaded
  }

  test('by a slow reload counts once, against the side that reloaded', () => {
    const { meter, advance } = newReloadedCall()
    expect(meter.phase).toBe('interrupted')
    advance(2_000, ['expert'])
    // The data that the student received came from the old page.
    expect(meter.phase).toBe('interrupted')
    advance(10_000)
    expect(meter.events).toMatchObject([
      { what: 'connected' },
      { what: 'interrupted', lost: 'expert' },
      { what: 'resumed' },
    ])
  })

  test('counts against the side that stopped sending beats, even if it received data last', () => {
    const { meter, advance, advanceWithoutData, beat } = newCall()
    advance(20_000)
    advance(1_000, [])
    beat('expert')
    advanceWithoutData(4_000, [])
    expect(meter.events.at(-1)).toMatchObject({
      what: 'interrupted',
      atMs: 20_000,
      lost: 'expert',
      evidence: { stillSpeaks: false },
    })
  })

  test('without recovery counts against the side that reloaded, by the counters of its new page', () => {
    const { meter, beats, advance, advanceWithoutData } = newCall()
    advance(20_000)
    advance(2_000, ['student'])
    beats.expert = { epoch: 2, sequence: 0, bytes: 0, sent: 0 }
    advanceWithoutData(6_000, ['expert'])
    expect(meter.events.at(-1)).toMatchObject({
      what: 'interrupted',
      lost: 'expert',
      evidence: { stillSpeaks: true, otherSentBytes: 0 },
    })
    advance(2_000)
    advance(6_000, ['expert'])
    expect(meter.events.at(-1)).toMatchObject({
      what: 'interrupted',
      lost: 'student',
      evidence: { stillSpeaks: false, otherSentBytes: 3_000 },
    })
  })

  test('caused by the server counts against neither side', () => {
    const { meter, advance } = newCall({
      state: 'live',
      liveMs: 50_000,
      interruptions: 3,
      interruptedMs: 59_000,
    })
    advance(10_000, [])
    advance(20_000)
    expect(meter.phase).toBe('live')
    expect(meter).toMatchObject({ liveMs: 68_000, interruptions: 3, interruptedMs: 59_000 })
    const alone = newCall({ state: 'live' })
    alone.advance(30_000, ['student'])
    expect(alone.meter.events).toEqual([{ what: 'over', reason: 'side_lost', lost: 'expert' }])
    const neither = newCall({ state: 'live' })
    neither.advance(30_000, [])
    expect(neither.meter.events).toEqual([{ what: 'over', reason: 'side_lost', lost: null }])
  })

  test('while the service is disrupted counts against neither side, and its limit starts when the service is back', () => {
    const { meter, advance, at } = newCall()
    advance(20_000)
    advance(3_000, ['student'])
    meter.excuseSilence(at())
    advance(3_000, ['student'])
    expect(meter.events.at(-1)).toEqual({
      what: 'interrupted',
      lost: null,
      atMs: 20_000,
      evidence: { by: 'server' },
    })
    advance(10_000, ['student'])
    meter.excuseSilence(at())
    advance(27_000, ['student'])
    expect(meter.phase).toBe('interrupted')
    advance(2_000)
    expect(meter).toMatchObject({ phase: 'live', interruptions: 0, interruptedMs: 0 })
  })

  test('that began before the service was disrupted does not add to the interrupted time', () => {
    const { meter, advance, at } = newCall()
    advance(20_000)
    advance(20_000, ['student'])
    meter.excuseSilence(at())
    advance(20_000, ['student'])
    advance(4_000)
    expect(meter).toMatchObject({ phase: 'live', interruptions: 1, interruptedMs: 0 })
  })

  test('is excused for ten minutes at most while the service is disrupted', () => {
    const { meter, advance, at } = newCall()
    advance(20_000)
    while (meter.phase !== 'over' && at() < 900_000) {
      meter.excuseSilence(at())
      advance(1_000, ['student'])
    }
    expect(at()).toBe(620_000)
    expect(meter.events.at(-1)).toEqual({ what: 'over', reason: 'side_lost', lost: null })
  })

  test('shorter than five seconds is not counted, but the gap of a rejoin is not billed', () => {
    const { meter, beats, advance, takeEvents } = newCall()
    advance(10_000)
    advance(2_000, ['expert'])
    beats.student = { epoch: 2, sequence: 0, bytes: 0, sent: 0 }
    advance(8_000)
    expect(takeEvents()).toEqual(['connected'])
    expect(meter.liveMs).toBe(8_000 + 6_000)
    expect(meter.interruptedMs).toBe(4_000)
  })

  test('that consists only of rejoins also ends the session, because constant rejoining would avoid payment', () => {
    const { meter, beats, advance, at } = newCall()
    advance(10_000)
    while (meter.phase === 'live' && at() < 600_000) {
      beats.student = { epoch: beats.student.epoch + 1, sequence: 0, bytes: 0, sent: 0 }
      advance(2_000)
    }
    expect(at()).toBe(72_000)
    expect(meter.events.at(-1)).toEqual({ what: 'over', reason: 'interrupted_too_long', lost: 'student' })
  })
})

describe('the hold', () => {
  test('of three minutes ends the session at 180 s and pays for three minutes', () => {
    const { meter, advance, at } = newCall({ heldMs: 3 * minuteMs })
    advance(2_000)
    const from = at()
    while (meter.phase === 'live' && at() < 400_000) advance(1_000)
    expect(at() - from).toBe(180_000)
    expect(meter.events.at(-1)).toEqual({ what: 'over', reason: 'money_spent', lost: null })
    expect(Math.ceil(meter.liveMs / minuteMs)).toBe(3)
  })

  test('needs an extension when one minute is left, and continues from there', () => {
    const { meter, advance } = newCall()
    advance(240_000)
    expect(meter.needsExtension).toBe(false)
    advance(2_000)
    expect(meter.needsExtension).toBe(true)
    meter.extend(5 * minuteMs)
    expect(meter.needsExtension).toBe(false)
    advance(299_000)
    expect(meter.phase).toBe('live')
    expect(meter.heldMsLeft()).toBe(600_000 - 539_000)
  })

  test('triggers a warning at three minutes and at one minute left, once each', () => {
    const { meter, advance } = newCall({ heldMs: 4 * minuteMs })
    advance(2_000)
    meter.affordableMs = 0
    expect(meter.takeWarning()).toBeNull()
    expect(meter.needsBalance).toBe(false)
    advance(60_000)
    expect(meter.needsBalance).toBe(true)
    expect([meter.takeWarning(), meter.takeWarning()]).toEqual([3, null])
    expect(meter.needsBalance).toBe(false)
    advance(120_000)
    expect([meter.takeWarning(), meter.takeWarning()]).toEqual([1, null])
    // Money was added during the call.
    meter.affordableMs = 5 * minuteMs
    meter.extend(5 * minuteMs)
    expect(meter.takeWarning()).toBeNull()
    advance(180_000)
    expect(meter.takeWarning()).toBe(3)
  })

  test('triggers no warning while the wallet has money left', () => {
    const { meter, advance } = newCall()
    advance(122_000)
    expect(meter.needsBalance).toBe(true)
    meter.affordableMs = 10 * minuteMs
    expect(meter.takeWarning()).toBeNull()
    expect(meter.needsBalance).toBe(false)
  })
})

test('a clock that goes back changes nothing', () => {
  const { meter, beats, advance, at, takeEvents } = newCall()
  advance(20_000)
  beats.student.sequence += 1
  beats.student.bytes += 1
  expect(meter.receive('student', beats.student, at() - 3_600_000)).toBe('good')
  expect(meter.liveMs).toBe(18_000)
  advance(10_000)
  expect(meter.liveMs).toBe(28_000)
  expect(takeEvents()).toEqual(['connected'])
})

describe('the byte counters of both sides', () => {
  test('are compared: a side that claims to receive what was not sent is recorded once', () => {
    const { meter, beats, advance } = newCall()
    advance(10_000)
    for (let times = 0; times < 10; times += 1) {
      beats.expert.bytes += 500_000
      advance(2_000)
    }
    expect(meter.events.filter(({ what }) => what === 'contradicted')).toMatchObject([
      { side: 'expert', sentBytes: expect.any(Number) },
    ])
  })

  test('are not compared across epochs, because counters restart at zero', () => {
    const { meter, beats, advance } = newCall()
    beats.student.bytes = 50_000_000
    beats.expert.sent = 50_000_000
    advance(10_000)
    beats.expert = { epoch: 2, sequence: 0, bytes: 0, sent: 0 }
    advance(60_000)
    expect(meter.events.map(({ what }) => what)).toEqual(['connected'])
  })

  test('are recorded with an interruption, as is whether the lost side still sent beats', () => {
    const { meter, advance, advanceWithoutData } = newCall()
    advance(20_000)
    advanceWithoutData(6_000, ['expert'])
    expect(meter.events.at(-1)).toMatchObject({
      what: 'interrupted',
      lost: 'student',
      evidence: { stillSpeaks: true, otherSentBytes: 3_000 },
    })
  })
})
