import { expect, test } from 'vitest'
import { Meter, type MeterStart } from '#domain/sessions/meter.ts'
import { beatEveryMs } from '#kernel/limits.ts'

const minuteMs = 60_000
const start: MeterStart = {
  state: 'connecting',
  liveMs: 0,
  heldMs: 30 * minuteMs,
  msUntilCutOff: 2 * minuteMs,
  interruptions: 0,
  interruptedMs: 0,
  minuteMs,
  epochs: { student: 0, expert: 0 },
}

/** Both sides send heartbeats every two seconds in this period. */
function talk(meter: Meter, fromMs: number, toMs: number): void {
  for (let at = fromMs; at <= toMs; at += beatEveryMs) {
    const sequence = Math.round(at / beatEveryMs)
    const beat = { epoch: 1, sequence, bytes: at + 1, sent: at + 1 }
    meter.receive('student', beat, at)
    meter.receive('expert', beat, at)
  }
}

const findEnd = (meter: Meter) => meter.events.find(({ what }) => what === 'over')

test('a call ends when the expert’s time is over, with neither side at fault, and later time does not count', () => {
  const meter = new Meter(start, 0)
  talk(meter, 0, 3 * minuteMs)
  expect(findEnd(meter)).toEqual({ what: 'over', reason: 'time_over', lost: null })
  expect(meter.liveMs).toBe(2 * minuteMs - beatEveryMs)
})

test('a call that is connecting or interrupted also ends exactly at the cut-off', () => {
  const connecting = new Meter(start, 0)
  connecting.tick(2 * minuteMs)
  expect(findEnd(connecting)).toMatchObject({ reason: 'time_over' })
  const interrupted = new Meter({ ...start, state: 'live', msUntilCutOff: 10_000 }, 0)
  interrupted.tick(9_999)
  expect(interrupted.phase).toBe('interrupted')
  interrupted.tick(10_000)
  expect(findEnd(interrupted)).toMatchObject({ reason: 'time_over' })
})

test('a call ends before the cut-off when the money is spent', () => {
  const meter = new Meter({ ...start, heldMs: minuteMs }, 0)
  talk(meter, 0, 3 * minuteMs)
  expect(findEnd(meter)).toMatchObject({ reason: 'money_spent' })
})

test('a call lasts longer when both sides agree to continue', () => {
  const meter = new Meter(start, 0)
  talk(meter, 0, minuteMs)
  expect(meter.msUntilCutOff()).toBe(minuteMs)
  meter.setCutOff(5 * minuteMs, minuteMs)
  talk(meter, minuteMs + beatEveryMs, 5 * minuteMs)
  expect(meter.phase).toBe('live')
  expect(meter.msUntilCutOff()).toBe(minuteMs)
})

test('when both sides agree to continue during an interruption, the meter needs the balance immediately', () => {
  const meter = new Meter(start, 0)
  talk(meter, 0, minuteMs)
  meter.affordableMs = 0
  meter.tick(minuteMs + 10_000)
  expect([meter.phase, meter.needsBalance, meter.needsExtension]).toEqual(['interrupted', false, false])
  meter.affordableMs = undefined
  expect([meter.needsBalance, meter.needsExtension]).toEqual([true, false])
  meter.tick(3 * minuteMs)
  expect([meter.phase, meter.needsBalance]).toEqual(['over', false])
})

test('a call without a cut-off has no time limit', () => {
  const { msUntilCutOff: _, ...startWithoutCutOff } = start
  const meter = new Meter(startWithoutCutOff, 0)
  talk(meter, 0, 29 * minuteMs)
  expect(meter.phase).toBe('live')
  expect(meter.msUntilCutOff()).toBe(Infinity)
})

test('warnings are due in the last minutes of the expert’s time, however much money is left', () => {
  const meter = new Meter({ ...start, msUntilCutOff: 4 * minuteMs }, 0)
  talk(meter, 0, 30_000)
  meter.affordableMs = 100 * minuteMs
  expect([meter.needsBalance, meter.takeWarning()]).toEqual([false, null])
  talk(meter, 32_000, 62_000)
  expect([meter.needsBalance, meter.takeWarning(), meter.takeWarning()]).toEqual([true, 3, null])
  expect(meter.needsBalance).toBe(false)
  talk(meter, 64_000, 182_000)
  expect([meter.needsBalance, meter.takeWarning(), meter.takeWarning()]).toEqual([true, 1, null])
})
