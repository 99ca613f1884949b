import { describe, expect, test } from 'vitest'
import { Meter, type MeterStart } from '#domain/sessions/meter.ts'
import { type Side, sides } from '#domain/sessions/states.ts'

const minuteMs = 60_000
const fresh: MeterStart = {
  state: 'connecting',
  liveMs: 0,
  heldMs: 5 * minuteMs,
  interruptions: 0,
  interruptedMs: 0,
  minuteMs,
  epochs: { student: 1, expert: 1 },
}

/** Two people whose browsers speak every two seconds, and a clock that the test moves. */
function call(start: Partial<MeterStart> = {}) {
  const meter = new Meter({ ...fresh, ...start }, 0)
  const own = {
    student: { epoch: 1, sequence: 0, bytes: 0, sent: 0 },
    expert: { epoch: 1, sequence: 0, bytes: 0, sent: 0 },
  }
  let nowMs = 0
  const beat = (side: Side) => {
    own[side].sequence += 1
    own[side].bytes += 1_000
    own[side].sent += 1_000
    return meter.receive(side, own[side], nowMs)
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
    own,
    beat,
    /** Goes on for that long; only these sides are heard. */
    advance,
    /** The same, while the student sends beats and receives nothing. */
    advanceWhileDeaf(ms: number, beatingSides: readonly Side[]) {
      for (let passedMs = 0; passedMs < ms; passedMs += 2_000) {
        advance(2_000, beatingSides)
        own.student.sequence += 1
        meter.receive('student', own.student, nowMs)
      }
    },
    /** What happened since the last question. */
    happened: () => meter.events.splice(0).map(({ what }) => what),
    at: () => nowMs,
  }
}

test('time counts from the first proof of both to the last', () => {
  const { meter, advance, happened: eventsOf } = call()
  advance(10_000, ['student'])
  expect(meter.phase).toBe('connecting')
  advance(62_000)
  expect(eventsOf()).toEqual(['connected'])
  expect(meter.liveMs).toBe(60_000)
})

test('a beat proves something only when bytes grew, once, and in its own coming', () => {
  const { meter, own, beat, advance, at } = call()
  advance(10_000)
  expect(meter.receive('student', { ...own.student, sequence: 99 }, at())).toBe('flat')
  expect(meter.receive('student', { ...own.student, bytes: 9_999_999 }, at())).toBe('old')
  own.student = { epoch: 2, sequence: 100, bytes: 0, sent: 0 }
  expect(beat('student')).toBe('good')
  expect(meter.receive('student', { epoch: 1, sequence: 1_000, bytes: 10_000_000, sent: 0 }, at())).toBe(
    'gone',
  )
})

test('a beat that is sent again proves nothing, whatever it says', () => {
  const { meter, own, advance, at } = call()
  advance(10_000)
  expect(meter.receive('student', { ...own.student, bytes: 9_999_999 }, at())).toBe('old')
})

test('both are connected when their proofs are less than five seconds apart', () => {
  for (const { afterMs, phase } of [
    { afterMs: 4_999, phase: 'live' },
    { afterMs: 5_000, phase: 'connecting' },
  ]) {
    const meter = new Meter(fresh, 0)
    const beat = { epoch: 1, sequence: 1, bytes: 1, sent: 1 }
    meter.receive('student', beat, 0)
    meter.receive('expert', beat, afterMs)
    expect(meter.phase).toBe(phase)
  }
})

describe('an interruption', () => {
  test('is noticed after five seconds without a proof, to the millisecond', () => {
    const { meter, advance } = call()
    advance(20_000)
    meter.tick(24_999)
    expect(meter.phase).toBe('live')
    meter.tick(25_000)
    expect(meter.phase).toBe('interrupted')
  })

  test('begins at the last proof, costs nothing, and ends with the next', () => {
    const { meter, advance, happened: eventsOf } = call()
    advance(20_000)
    const before = meter.liveMs
    advance(10_000, ['expert'])
    const evidence = { stillSpeaks: false, otherSentBytes: 3_000 }
    expect(meter.events.at(-1)).toEqual({ what: 'interrupted', lost: 'student', atMs: 20_000, evidence })
    advance(20_000)
    expect(eventsOf()).toEqual(['connected', 'interrupted', 'resumed'])
    expect(meter.liveMs).toBe(before + 18_000)
    expect(meter.interruptedMs).toBe(12_000)
  })

  test('of 30 seconds is the end, billed to the last proof', () => {
    const { meter, advance } = call()
    advance(40_000)
    advance(29_000, ['student'])
    expect(meter.phase).toBe('interrupted')
    advance(1_000, ['student'])
    expect(meter.events.at(-1)).toEqual({ what: 'over', reason: 'side_lost', lost: 'expert' })
    expect(meter.liveMs).toBe(38_000)
  })

  test('is borne three times, and for a minute in all', () => {
    const often = call()
    for (let times = 0; times < 3; times += 1) {
      often.advance(10_000)
      often.advance(6_000, [])
    }
    often.advance(10_000)
    expect(often.meter.phase).toBe('live')
    often.advance(6_000, [])
    expect(often.meter.events.at(-1)).toMatchObject({ what: 'over', reason: 'interrupted_too_often' })

    const long = call()
    for (let times = 0; times < 2; times += 1) {
      long.advance(10_000)
      long.advance(26_000, [])
    }
    long.advance(10_000)
    expect(long.meter.phase).toBe('live')
    long.advance(6_000, [])
    expect(long.meter.events.at(-1)).toMatchObject({ what: 'over', reason: 'interrupted_too_long' })
  })

  test('is borne once more for every two minutes talked, and so is its time: an hour on mobile data goes on', () => {
    const hour = call({ heldMs: 60 * minuteMs })
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
  ])('for the fourth time after $liveMs ms of talk: $phase', ({ liveMs, phase }) => {
    const meter = new Meter({ ...fresh, state: 'live', liveMs, interruptions: 3 }, 0)
    const beat = { epoch: 1, sequence: 1, bytes: 1, sent: 1 }
    for (const side of sides) meter.receive(side, beat, 0)
    meter.tick(5_000)
    expect(meter.phase).toBe(phase)
  })

  /** The expert's page is reloaded at 20 s. The student still receives data for two seconds; the new page sends its first beat at 26 s. */
  function slowReload() {
    const own = call()
    own.advance(20_000)
    own.advance(2_000, ['student'])
    own.advance(4_000, [])
    own.own.expert = { epoch: 2, sequence: 0, bytes: 0, sent: 0 }
    own.beat('expert')
    return own
  }

  test('by a slow reload is one, of the side that reloaded', () => {
    const { meter, advance } = slowReload()
    expect(meter.phase).toBe('interrupted')
    advance(2_000, ['expert'])
    // What the student received came from the page that is no more.
    expect(meter.phase).toBe('interrupted')
    advance(10_000)
    expect(meter.events).toMatchObject([
      { what: 'connected' },
      { what: 'interrupted', lost: 'expert' },
      { what: 'resumed' },
    ])
  })

  test('is held against the one who says nothing any more, although the other received nothing a moment sooner', () => {
    const { meter, advance, advanceWhileDeaf, beat } = call()
    advance(20_000)
    advance(1_000, [])
    beat('expert')
    advanceWhileDeaf(4_000, [])
    expect(meter.events.at(-1)).toMatchObject({
      what: 'interrupted',
      atMs: 20_000,
      lost: 'expert',
      evidence: { stillSpeaks: false },
    })
  })

  test('after which the line does not come back is held against the side that reloaded, by the counters of its new page', () => {
    const { meter, own, advance, advanceWhileDeaf } = call()
    advance(20_000)
    advance(2_000, ['student'])
    own.expert = { epoch: 2, sequence: 0, bytes: 0, sent: 0 }
    advanceWhileDeaf(6_000, ['expert'])
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

  test('that the server is to blame for is not held against anybody', () => {
    const { meter, advance } = call({
      state: 'live',
      liveMs: 50_000,
      interruptions: 3,
      interruptedMs: 59_000,
    })
    advance(10_000, [])
    advance(20_000)
    expect(meter.phase).toBe('live')
    expect(meter).toMatchObject({ liveMs: 68_000, interruptions: 3, interruptedMs: 59_000 })
    const alone = call({ state: 'live' })
    alone.advance(30_000, ['student'])
    expect(alone.meter.events).toEqual([{ what: 'over', reason: 'side_lost', lost: 'expert' }])
    const nobody = call({ state: 'live' })
    nobody.advance(30_000, [])
    expect(nobody.meter.events).toEqual([{ what: 'over', reason: 'side_lost', lost: null }])
  })

  test('in which the product was disturbed is nobody’s fault, and lasts from its end on', () => {
    const { meter, advance, at } = call()
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

  test('that began by itself is not held against anybody either when the product is disturbed in it', () => {
    const { meter, advance, at } = call()
    advance(20_000)
    advance(20_000, ['student'])
    meter.excuseSilence(at())
    advance(20_000, ['student'])
    advance(4_000)
    expect(meter).toMatchObject({ phase: 'live', interruptions: 1, interruptedMs: 0 })
  })

  test('comes from the product for ten minutes at most', () => {
    const { meter, advance, at } = call()
    advance(20_000)
    while (meter.phase !== 'over' && at() < 900_000) {
      meter.excuseSilence(at())
      advance(1_000, ['student'])
    }
    expect(at()).toBe(620_000)
    expect(meter.events.at(-1)).toEqual({ what: 'over', reason: 'side_lost', lost: null })
  })

  test('shorter than a moment is none, but coming anew is not billed', () => {
    const { meter, own, advance, happened: eventsOf } = call()
    advance(10_000)
    advance(2_000, ['expert'])
    own.student = { epoch: 2, sequence: 0, bytes: 0, sent: 0 }
    advance(8_000)
    expect(eventsOf()).toEqual(['connected'])
    expect(meter.liveMs).toBe(8_000 + 6_000)
    expect(meter.interruptedMs).toBe(4_000)
  })

  test('that is made of comings alone ends the session, too: who always comes anew would never pay', () => {
    const { meter, own, advance, at } = call()
    advance(10_000)
    while (meter.phase === 'live' && at() < 600_000) {
      own.student = { epoch: own.student.epoch + 1, sequence: 0, bytes: 0, sent: 0 }
      advance(2_000)
    }
    expect(at()).toBe(72_000)
    expect(meter.events.at(-1)).toEqual({ what: 'over', reason: 'interrupted_too_long', lost: 'student' })
  })
})

describe('the money', () => {
  test('of three minutes ends the session at 180 s and pays for three minutes', () => {
    const { meter, advance, at } = call({ heldMs: 3 * minuteMs })
    advance(2_000)
    const from = at()
    while (meter.phase === 'live' && at() < 400_000) advance(1_000)
    expect(at() - from).toBe(180_000)
    expect(meter.events.at(-1)).toEqual({ what: 'over', reason: 'money_spent', lost: null })
    expect(Math.ceil(meter.liveMs / minuteMs)).toBe(3)
  })

  test('is wanted when a minute is left, and an extension goes on from there', () => {
    const { meter, advance } = call()
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

  test('that runs short is announced at three minutes and at one, once each', () => {
    const { meter, advance } = call({ heldMs: 4 * minuteMs })
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
    // Somebody added money in the middle of the call.
    meter.affordableMs = 5 * minuteMs
    meter.extend(5 * minuteMs)
    expect(meter.takeWarning()).toBeNull()
    advance(180_000)
    expect(meter.takeWarning()).toBe(3)
  })

  test('that is left in the wallet is no reason to warn', () => {
    const { meter, advance } = call()
    advance(122_000)
    expect(meter.needsBalance).toBe(true)
    meter.affordableMs = 10 * minuteMs
    expect(meter.takeWarning()).toBeNull()
    expect(meter.needsBalance).toBe(false)
  })
})

test('a clock that goes back changes nothing', () => {
  const { meter, own, advance, at, happened: eventsOf } = call()
  advance(20_000)
  own.student.sequence += 1
  own.student.bytes += 1
  expect(meter.receive('student', own.student, at() - 3_600_000)).toBe('good')
  expect(meter.liveMs).toBe(18_000)
  advance(10_000)
  expect(meter.liveMs).toBe(28_000)
  expect(eventsOf()).toEqual(['connected'])
})

describe('what the two say of one another', () => {
  test('is compared: who claims to receive what nobody sent is written down, once', () => {
    const { meter, own, advance } = call()
    advance(10_000)
    for (let times = 0; times < 10; times += 1) {
      own.expert.bytes += 500_000
      advance(2_000)
    }
    expect(meter.events.filter(({ what }) => what === 'contradicted')).toMatchObject([
      { side: 'expert', sentBytes: expect.any(Number) },
    ])
  })

  test('is not compared across comings, whose counters begin anew', () => {
    const { meter, own, advance } = call()
    own.student.bytes = 50_000_000
    own.expert.sent = 50_000_000
    advance(10_000)
    own.expert = { epoch: 2, sequence: 0, bytes: 0, sent: 0 }
    advance(60_000)
    expect(meter.events.map(({ what }) => what)).toEqual(['connected'])
  })

  test('stands beside the loss: whether the lost side still spoke, and what was sent to it', () => {
    const { meter, advance, advanceWhileDeaf } = call()
    advance(20_000)
    advanceWhileDeaf(6_000, ['expert'])
    expect(meter.events.at(-1)).toMatchObject({
      what: 'interrupted',
      lost: 'student',
      evidence: { stillSpeaks: true, otherSentBytes: 3_000 },
    })
  })
})
