import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Meter, type MeterStart } from '#domain/sessions/meter.ts'
import { type Side, sides } from '#domain/sessions/states.ts'
import {
  beatEveryMs,
  beatFreshMs,
  interruptedEarnedShare,
  interruptedTotalMaxMs,
  interruptionEarnedEveryMs,
  interruptionMaxMs,
  interruptionsMax,
  meterCheckpointMs,
} from '#kernel/limits.ts'

const minuteMs = 60_000
const start: MeterStart = {
  state: 'connecting',
  liveMs: 0,
  heldMs: 60 * minuteMs,
  interruptions: 0,
  interruptedMs: 0,
  minuteMs,
  epochs: { student: 0, expert: 0 },
}

/** A period in which a side was present. */
type Span = { from: number; to: number }

/** A side was present between two consecutive media beats of one epoch that are less than five seconds apart. */
function listPresence(mediaBeats: { at: number; join: string }[]): Span[] {
  return mediaBeats.flatMap(({ at, join }, index) => {
    const next = mediaBeats[index + 1]
    return next && next.join === join && next.at - at < beatFreshMs ? [{ from: at, to: next.at }] : []
  })
}

function sumOverlaps(student: Span[], expert: Span[]): number {
  let sum = 0
  for (const a of student) for (const b of expert) sum += Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from))
  return sum
}

const often = ['beat', 'beat', 'beat', 'beat', 'beat'] as const
const acts = [...often, 'no bytes', 'repeat', 'old sequence', 'rejoin', 'old epoch', 'tick', 'clock back'] as const
const step = fc.record({
  afterMs: fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 1_500 }) }, { weight: 1, arbitrary: fc.nat({ max: 7_000 }) }),
  side: fc.constantFrom<Side>(...sides),
  act: fc.constantFrom(...acts),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Feeds the steps to a meter and records the accepted beats as media beats. `wrong` lists beats accepted by mistake. */
function feedMeter(steps: Step[], heldMs: number) {
  const meter = new Meter({ ...start, heldMs }, 0)
  const beats = {
    student: { epoch: 1, sequence: 0, bytes: 0, sent: 0 },
    expert: { epoch: 1, sequence: 0, bytes: 0, sent: 0 },
  }
  const mediaBeats: Record<Side, { at: number; join: string }[]> = { student: [], expert: [] }
  const wrong: string[] = []
  let now = 0
  /** The latest time that was passed to the meter. */
  let knownMs = 0
  let rejoins = 0
  for (const { afterMs, side, act } of steps) {
    now += afterMs
    const beatOfSide = beats[side]
    const join = `${beatOfSide.epoch}`
    const hasMediaBeatOfJoin = mediaBeats[side].at(-1)?.join === join
    const receiveBeat = (beat: typeof beatOfSide, atMs = now) => {
      knownMs = Math.max(knownMs, atMs)
      return meter.receive(side, beat, atMs)
    }
    const expectNoMediaBeat = (beat: typeof beatOfSide) => {
      if (receiveBeat(beat) === 'good') wrong.push(act)
    }
    if (act === 'rejoin') {
      rejoins += 1
      beats[side] = { epoch: beatOfSide.epoch + 1, sequence: 0, bytes: 0, sent: 0 }
    } else if (act === 'tick') knownMs = meter.tick(now)
    else if (act === 'no bytes') {
      beatOfSide.sequence += 1
      expectNoMediaBeat(beatOfSide)
    } else if (act === 'repeat') expectNoMediaBeat(beatOfSide)
    else if (act === 'old sequence' && hasMediaBeatOfJoin) {
      expectNoMediaBeat({ ...beatOfSide, sequence: beatOfSide.sequence - 1, bytes: beatOfSide.bytes + 9 })
    } else if (act === 'old epoch' && hasMediaBeatOfJoin) {
      expectNoMediaBeat({ epoch: beatOfSide.epoch - 1, sequence: 999, bytes: 999_999, sent: 0 })
    } else if (act === 'beat' || act === 'clock back') {
      beatOfSide.sequence += 1
      beatOfSide.bytes += 500
      const result = receiveBeat(beatOfSide, act === 'clock back' ? now - 3_600_000 : now)
      if (result === 'good') mediaBeats[side].push({ at: knownMs, join })
    }
  }
  // Then neither side sends beats.
  meter.tick(now + beatFreshMs + interruptionMaxMs)
  return {
    meter,
    rejoins,
    wrong,
    presentMs: sumOverlaps(listPresence(mediaBeats.student), listPresence(mediaBeats.expert)),
  }
}

test('counted time equals the time in which both sides were present, for any order of beats', () => {
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 120 }),
      fc.integer({ min: 2_000, max: 2 * minuteMs }),
      (steps, heldMs) => {
        const { meter, rejoins, wrong, presentMs } = feedMeter(steps, heldMs)
        expect(wrong).toEqual([])
        expect(meter.phase).toBeOneOf(['connecting', 'over'])
        expect(meter.liveMs).toBeLessThanOrEqual(Math.min(presentMs, meter.heldMs))
        expect(presentMs - meter.liveMs).toBeLessThanOrEqual(rejoins * beatFreshMs)
        const ends = meter.events.filter(({ what }) => what === 'over')
        expect(ends).toHaveLength(meter.phase === 'over' ? 1 : 0)
        const earned = Math.floor(meter.liveMs / interruptionEarnedEveryMs)
        expect(meter.interruptions).toBeLessThanOrEqual(interruptionsMax + earned + 1)
      },
    ),
    { numRuns: 500 },
  )
})

/** A step of two colluding people, who may send beats, send none, or join again at any time. */
const trick = fc.record({
  afterMs: fc.integer({ min: 500, max: 6_000 }),
  actingSides: fc.constantFrom<readonly Side[]>(['student'], ['expert'], sides, sides, sides),
  act: fc.constantFrom('beat', 'beat', 'beat', 'rejoin', 'silence'),
})

test('two colluding people get at most one free minute plus a twentieth of the time they pay for', () => {
  fc.assert(
    fc.property(fc.array(trick, { minLength: 50, maxLength: 600 }), (tricks) => {
      const meter = new Meter(start, 0)
      const beats = { student: newJoin(1), expert: newJoin(1) }
      let now = 0
      let connectedAt: number | undefined
      for (const { afterMs, actingSides, act } of tricks) {
        now += afterMs
        meter.tick(now)
        if (meter.phase === 'over') break
        for (const side of actingSides) {
          if (act === 'rejoin') beats[side] = newJoin(beats[side].epoch + 1)
          if (act === 'silence') continue
          beats[side].sequence += 1
          beats[side].bytes += 500
          meter.receive(side, beats[side], now)
        }
        if (meter.phase === 'live') connectedAt ??= now
      }
      if (connectedAt === undefined) return
      const freeMs = now - connectedAt - meter.liveMs
      const earnedMs = interruptedTotalMaxMs + meter.liveMs * interruptedEarnedShare
      // Up to five seconds at each end have no media beat yet, and the last step may be six seconds long.
      expect(freeMs).toBeLessThanOrEqual(earnedMs + 2 * beatFreshMs + 6_000)
    }),
    { numRuns: 300 },
  )
})

function newJoin(epoch: number) {
  return { epoch, sequence: 0, bytes: 0, sent: 0 }
}

type Fault = { atMs: number; forMs: number; kind: Side | 'both' | 'server' }

const fault = fc.record({
  atMs: fc.integer({ min: 10_000, max: 230_000 }),
  forMs: fc.integer({ min: 5_000, max: 40_000 }),
  kind: fc.constantFrom<Fault['kind']>('student', 'expert', 'both', 'server'),
})

/** Simulates a call of four minutes with faults: sides disconnect, the server is killed and another takes over. */
function simulate(faults: Fault[], delays: () => number) {
  const durationMs = 240_000
  let meter = new Meter(start, 0)
  let saved = { ...start }
  let serverUntil = 0
  let endedAt = durationMs
  const next = { student: 0, expert: 700 }
  const beats = {
    student: { epoch: 1, sequence: 0, bytes: 0, sent: 0 },
    expert: { epoch: 1, sequence: 0, bytes: 0, sent: 0 },
  }
  const wereBothPresent: boolean[] = []
  for (let now = 0; now < durationMs; now += 100) {
    const isFaulty = (faultKind: Fault['kind']) =>
      faults.some(({ atMs, forMs, kind }) => kind === faultKind && now >= atMs && now < atMs + forMs)
    const isKilled = isFaulty('server')
    if (isKilled) serverUntil = now + 100
    else if (serverUntil === now) {
      const state = saved.state === 'connecting' ? 'connecting' : 'live'
      meter = new Meter({ ...saved, state, epochs: { student: beats.student.epoch, expert: beats.expert.epoch } }, now)
      for (const each of sides) beats[each] = { epoch: beats[each].epoch + 1, sequence: 0, bytes: 0, sent: 0 }
    }
    const isPresent = {
      student: !isFaulty('student') && !isFaulty('both'),
      expert: !isFaulty('expert') && !isFaulty('both'),
    }
    wereBothPresent.push(isPresent.student && isPresent.expert && !isKilled)
    if (isKilled) continue
    meter.tick(now)
    for (const each of sides) {
      if (now < next[each]) continue
      next[each] = now + beatEveryMs + delays()
      beats[each].sequence += 1
      // Bytes come from the other side, so nothing is received while that side is disconnected.
      if (isPresent.student && isPresent.expert) beats[each].bytes += 100
      if (isPresent[each]) meter.receive(each, beats[each], now)
    }
    if (now % meterCheckpointMs === 0) {
      const { phase, liveMs, interruptions, interruptedMs } = meter
      const state = phase === 'connecting' ? 'connecting' : 'live'
      saved = { ...start, state, liveMs, interruptions, interruptedMs }
    }
    if (meter.phase === 'over') {
      endedAt = now
      break
    }
  }
  const sharedMs = wereBothPresent.slice(0, endedAt / 100).filter(Boolean).length * 100
  return { meter, sharedMs }
}

test('the meter never bills more than the shared time, and at most five seconds less for each fault', () => {
  fc.assert(
    fc.property(
      fc.array(fault, { maxLength: 3 }),
      fc.infiniteStream(fc.integer({ min: -200, max: 200 })),
      (faults, delays) => {
        const { meter, sharedMs } = simulate(faults, () => Math.round(Number(delays.next().value) / 100) * 100)
        expect(meter.liveMs).toBeLessThanOrEqual(sharedMs)
        // The start and the end of a call together lose at most as much as one fault. A killed server also loses the
        // time since its last checkpoint.
        const kills = faults.filter(({ kind }) => kind === 'server').length
        const maxLossMs = (faults.length + 1) * beatFreshMs + kills * meterCheckpointMs
        expect(sharedMs - meter.liveMs).toBeLessThanOrEqual(maxLossMs)
      },
    ),
    { numRuns: 200 },
  )
})
