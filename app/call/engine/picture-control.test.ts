import { expect, test } from 'vitest'
import {
  controlPicture,
  firstPictureState,
  type LineSample,
  type PictureState,
  tryPicture,
} from '#app/call/engine/picture-control.ts'

const wide: LineSample = { availableKbps: 2_000, delayMs: 40, concealedShare: 0 }
const narrow: LineSample = { availableKbps: 60, delayMs: 350, concealedShare: 0.02 }
const fair: LineSample = { availableKbps: 270, delayMs: 100, concealedShare: 0 }

type Stretch = [sample: LineSample, seconds: number]

/** The state after each second of these stretches. */
function control(stretches: Stretch[], { isScreen = false, from = firstPictureState } = {}): PictureState[] {
  let state = from
  return stretches
    .flatMap(([sample, seconds]) => Array.from({ length: seconds }, () => sample))
    .map((sample, second) => {
      state = controlPicture(state, sample, { nowMs: second * 1_000, isScreen })
      return state
    })
}

const last = (states: PictureState[]) => states.at(-1) as PictureState
/** The modes in their order, without consecutive duplicates. */
const listModes = (states: PictureState[]) =>
  states.map(({ mode }) => mode).filter((mode, index, all) => mode !== all[index - 1])
const countReturns = (states: PictureState[]) =>
  states.filter(({ mode }, index) => mode === 'sent' && states[index - 1]?.mode === 'trying').length

test('a fast line carries the full picture within seconds', () => {
  const states = control([[wide, 10]])
  expect(listModes(states)).toEqual(['sent'])
  expect(last(states).level).toBe('high')
})

test('a picture gets the bandwidth that the voice leaves', () => {
  expect(last(control([[fair, 60]]))).toMatchObject({ mode: 'sent', level: 'medium' })
})

test('a picture is paused within seconds on a line that is too slow for it', () => {
  const states = control([[narrow, 7]])
  expect(last(states).mode).toBe('paused')
})

test('an estimate that falls for some seconds pauses nothing while the voice has no gaps', () => {
  const states = control([
    [{ ...wide, availableKbps: 70 }, 3],
    [{ ...wide, availableKbps: 90 }, 30],
  ])
  expect(listModes(states)).toEqual(['sent'])
})

test('a picture that is too large for the line is immediately lowered to a level that fits', () => {
  const states = control([
    [wide, 10],
    [{ availableKbps: 130, delayMs: 500, concealedShare: 0 }, 4],
  ])
  expect(last(states)).toMatchObject({ mode: 'sent', level: 'lowest' })
})

test.each([
  ['the voice has gaps', { ...wide, concealedShare: 0.08 }],
  ['packets queue', { ...wide, delayMs: 500 }],
  ['every packet takes almost a second', { ...wide, delayMs: 900 }],
])('a picture is lowered and then paused when %s', (_reason, sample) => {
  const states = control([
    [wide, 10],
    [sample, 20],
  ])
  expect(listModes(states)[1]).toBe('paused')
  const before = states[states.findIndex(({ mode }) => mode === 'paused') - 1]
  expect(before?.level).toBe('lowest')
})

test('a disturbance of a second changes nothing', () => {
  const states = control([
    [wide, 10],
    [{ ...narrow, concealedShare: 0.3 }, 2],
    [wide, 3],
  ])
  expect(last(states)).toMatchObject({ mode: 'sent', level: 'high' })
})

test('without an estimate of the browser, the delay and the voice decide', () => {
  expect(last(control([[{ ...wide, availableKbps: null }, 20]]))).toMatchObject({ mode: 'sent', level: 'high' })
  expect(last(control([[{ availableKbps: null, delayMs: 900, concealedShare: 0.1 }, 20]])).mode).toBe('paused')
})

test('on a line that stays slow the picture never returns, and attempts become rare', () => {
  const states = control([[narrow, 900]])
  expect(countReturns(states)).toBe(0)
  const attempts = states.flatMap(({ mode }, second) =>
    mode === 'trying' && states[second - 1]?.mode === 'paused' ? [second] : [],
  )
  expect(attempts.length).toBeGreaterThan(3)
  expect(attempts.length).toBeLessThanOrEqual(8)
  const pauses = attempts.slice(1).map((second, index) => second - (attempts[index] ?? 0))
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect(states.filter(({ mode }) => mode === 'trying').length).toBeLessThan(90)
})

test('an attempt ends after a second when the voice has gaps, and the next one waits until the gaps end', () => {
  const trying = tryPicture(last(control([[narrow, 7]])), 0)
  const gaps = { ...narrow, concealedShare: 0.1 }
  expect(last(control([[gaps, 2]], { from: trying })).mode).toBe('paused')
  expect(listModes(control([[gaps, 300]], { from: last(control([[narrow, 7]])) }))).toEqual(['paused'])
})

test('the picture returns once when the line has recovered', () => {
  const states = control([
    [narrow, 10],
    [wide, 30],
  ])
  expect(listModes(states)).toEqual(['sent', 'paused', 'trying', 'sent'])
  expect(last(states).level).toBe('high')
})

test('after many failed attempts the picture returns within seconds on a line with a much shorter delay', () => {
  const states = control([
    [narrow, 400],
    [wide, 30],
  ])
  const returnedAt = states.findIndex(({ mode }, second) => mode === 'sent' && second > 100)
  expect(returnedAt).toBeGreaterThan(400)
  expect(returnedAt).toBeLessThan(415)
})

test.each([8, 12, 20, 30, 45, 60, 90, 150, 300])(
  'a line with a short delay that was bad for %i seconds gets its picture back within seconds',
  (badSeconds) => {
    const [good, bad] = [
      { ...wide, delayMs: 30 },
      { ...narrow, delayMs: 300 },
    ]
    const states = control([
      [good, 20],
      [bad, badSeconds],
      [good, 60],
    ])
    const recoveredAt = 20 + badSeconds
    expect(states.slice(20, recoveredAt + 60).some(({ mode }) => mode === 'paused')).toBe(true)
    const returnedAt = states.findIndex(({ mode }, second) => mode === 'sent' && second >= recoveredAt)
    expect(returnedAt - recoveredAt).toBeLessThanOrEqual(15)
    expect(countReturns(states)).toBe(1)
  },
)

test('a line whose delay becomes shorter but which stays slow is tested early only once', () => {
  const states = control([
    [{ ...narrow, delayMs: 700 }, 200],
    [{ ...narrow, delayMs: 250 }, 600],
  ])
  const attempts = states.flatMap(({ mode }, second) =>
    second > 200 && mode === 'trying' && states[second - 1]?.mode === 'paused' ? [second] : [],
  )
  expect(attempts.length).toBeLessThanOrEqual(5)
  expect(countReturns(states)).toBe(0)
})

test('on a line that changes every twenty seconds, the picture returns less often than the line is good', () => {
  const states = control(Array.from({ length: 30 }, (_, index): Stretch => [index % 2 ? wide : narrow, 20]))
  // The line is good fifteen times.
  expect(countReturns(states)).toBeLessThanOrEqual(6)
})

test('a requested attempt begins immediately, and only during a pause', () => {
  const [paused, sent] = [last(control([[narrow, 7]])), last(control([[wide, 7]]))]
  expect(tryPicture(paused, 6_000).mode).toBe('trying')
  expect(tryPicture(sent, 6_000)).toBe(sent)
})

test('a shared screen is never paused, and ends a pause of the camera', () => {
  expect(last(control([[narrow, 60]], { isScreen: true }))).toMatchObject({ mode: 'sent', level: 'lowest' })
  const paused = last(control([[narrow, 7]]))
  expect(last(control([[narrow, 1]], { isScreen: true, from: paused }))).toMatchObject({
    mode: 'sent',
    level: 'lowest',
  })
})
