/** What a call has measured in the last second about the line to the other side. */
export type LineSample = {
  /** The bitrate that the browser expects to fit through the line; null if it does not say. */
  availableKbps: number | null
  delayMs: number | null
  /** Share of the voice that the other side had to fill in, as its page reports. */
  concealedShare: number
}

/**
 * `sent`, or `paused` because the line is too weak, or `trying`: sent again, but not shown yet, to find out whether the
 * line has recovered.
 */
export type PictureMode = 'sent' | 'paused' | 'trying'

/** The most data that a picture may use. */
export type Level = 'lowest' | 'low' | 'medium' | 'high'

export type PictureState = {
  mode: PictureMode
  level: Level
  /** The time when the mode or the level changed. */
  sinceMs: number
  /** How long a pause lasts before the next try. It doubles when a try fails, so that tries become rare. */
  waitMs: number
  /** How long it lasts at least, even when the line seems to be another. It doubles when a shown picture has to leave. */
  leastWaitMs: number
  /** When the picture returned after a pause. */
  returnedAtMs: number | null
  /** Since when the line has been too bad, or good enough to raise the level, without a break. */
  badSinceMs: number | null
  goodSinceMs: number | null
  /** The delay of the empty line; more than this is a queue. */
  leastDelayMs: number | null
  /** The delay during the pause, when nothing but the voice was sent. A much shorter one later means another line. */
  pausedDelayMs: number | null
}

/** A voice with the headers of its packets. */
const voiceKbps = 50
const levels: Level[] = ['lowest', 'low', 'medium', 'high']
export const levelKbps: Record<Level, number> = { lowest: 60, low: 150, medium: 350, high: 1_000 }
/** At the start and after a pause, nobody knows yet what the line carries. */
const startLevel: Level = 'low'

/** The browser's estimate falls for some seconds on good lines, too, so only much less than a picture needs counts. */
const narrowKbps = 75
const concealedMaxShare = 0.05
const delayMaxMs = 800
const queueMaxMs = 350
const lowerAfterMs = 2_000
const pauseAfterMs = 3_000
const raiseAfterMs = 3_000
const shortestWaitMs = 10_000
const longestWaitMs = 160_000
/** Packets of the picture that wait somewhere have arrived after this time. */
const drainedAfterMs = 5_000
const otherLineForMs = 5_000
const tryGoodForMs = 3_000
const tryBadForMs = 1_000
const tryMaxMs = 10_000
/** A picture that has lasted this long did not return too early. */
const lastingMs = 60_000

export const firstPictureState: PictureState = {
  mode: 'sent',
  level: startLevel,
  sinceMs: 0,
  waitMs: shortestWaitMs,
  leastWaitMs: shortestWaitMs,
  returnedAtMs: null,
  badSinceMs: null,
  goodSinceMs: null,
  leastDelayMs: null,
  pausedDelayMs: null,
}

/**
 * Decides once a second what the line carries. The voice comes first: the camera is paused when the voice suffers, or
 * when both do not fit. A shared screen is the lesson, so it gets less data but is never paused.
 */
export function controlPicture(
  before: PictureState,
  sample: LineSample,
  { nowMs, isScreen }: { nowMs: number; isScreen: boolean },
): PictureState {
  const leastDelayMs = findLeastDelay(before.leastDelayMs, sample.delayMs)
  // Without a picture the browser has too little data to estimate more than the voice needs.
  const isTooNarrow = before.mode === 'sent' && (sample.availableKbps ?? narrowKbps) < narrowKbps
  const isBad = isVoiceSuffering(sample, leastDelayMs) || isTooNarrow
  const isGood = !isBad && promisesMore(before, sample)
  const state: PictureState = {
    ...before,
    leastDelayMs,
    badSinceMs: isBad ? (before.badSinceMs ?? nowMs) : null,
    goodSinceMs: isGood ? (before.goodSinceMs ?? nowMs) : null,
  }
  const hasBeenBadFor = (ms: number) => state.badSinceMs !== null && nowMs - state.badSinceMs >= ms
  const hasBeenGoodFor = (ms: number) => state.goodSinceMs !== null && nowMs - state.goodSinceMs >= ms
  const modeMs = nowMs - state.sinceMs

  if (state.mode !== 'sent' && isScreen) return change(state, { mode: 'sent', level: 'lowest' }, nowMs)
  if (state.mode === 'paused') {
    const isDrained = modeMs >= drainedAfterMs
    const paused = { ...state, pausedDelayMs: state.pausedDelayMs ?? (isDrained ? leastDelayMs : null) }
    if (isBad || modeMs < state.leastWaitMs) return paused
    if (modeMs >= state.waitMs) return tryPicture(paused, nowMs)
    // If this try fails, the shorter delay meant nothing, so the delay is measured again.
    return hasBeenGoodFor(otherLineForMs) ? tryPicture({ ...paused, pausedDelayMs: null }, nowMs) : paused
  }
  if (state.mode === 'trying') {
    if (hasBeenGoodFor(tryGoodForMs)) return change(state, { mode: 'sent', returnedAtMs: nowMs }, nowMs)
    return hasBeenBadFor(tryBadForMs) || modeMs >= tryMaxMs ? pause(state, nowMs) : state
  }
  if (hasBeenBadFor(lowerAfterMs) && state.level !== 'lowest')
    return change(state, { level: lowerLevel(state.level, sample) }, nowMs)
  if (hasBeenBadFor(pauseAfterMs) && !isScreen) return pause(state, nowMs)
  if (hasBeenGoodFor(raiseAfterMs) && state.level !== 'high')
    return change(state, { level: neighbour(state.level, 1) }, nowMs)
  return state
}

/** Sends a picture that is not shown yet, even when somebody asks for it before the wait is over. */
export function tryPicture(state: PictureState, nowMs: number): PictureState {
  return state.mode === 'paused' ? change(state, { mode: 'trying', level: startLevel }, nowMs) : state
}

function pause(state: PictureState, nowMs: number): PictureState {
  const { mode, returnedAtMs, waitMs, leastWaitMs, pausedDelayMs } = state
  const hasTriedInVain = mode === 'trying'
  const isTooEarly = !hasTriedInVain && returnedAtMs !== null && nowMs - returnedAtMs < lastingMs
  const changes: Partial<PictureState> = {
    mode: 'paused',
    waitMs: hasTriedInVain || isTooEarly ? doubleWait(waitMs) : shortestWaitMs,
    pausedDelayMs: hasTriedInVain ? pausedDelayMs : null,
    // Without a picture, any delay is that of the line. The former one may have been that of a better line.
    leastDelayMs: null,
  }
  if (!hasTriedInVain) changes.leastWaitMs = isTooEarly ? doubleWait(leastWaitMs) : shortestWaitMs
  return change(state, changes, nowMs)
}

function doubleWait(waitMs: number): number {
  return Math.min(waitMs * 2, longestWaitMs)
}

/** A change starts new measurements, because what was measured before belongs to the former picture. */
function change(state: PictureState, changes: Partial<PictureState>, nowMs: number): PictureState {
  return { ...state, ...changes, sinceMs: nowMs, badSinceMs: null, goodSinceMs: null }
}

function isVoiceSuffering({ delayMs, concealedShare }: LineSample, leastDelayMs: number | null): boolean {
  const queueMs = delayMs === null || leastDelayMs === null ? 0 : delayMs - leastDelayMs
  return concealedShare > concealedMaxShare || queueMs > queueMaxMs || (delayMs ?? 0) > delayMaxMs
}

/** Whether a pause or a try can end, or the level can rise. */
function promisesMore(state: PictureState, sample: LineSample): boolean {
  if (state.mode === 'paused') return isOtherLine(state, sample)
  return fits(sample, state.mode === 'trying' ? 'lowest' : state.level)
}

/** Whether the delay is much shorter than before the pause, as on another network. Then no long wait is needed. */
function isOtherLine({ pausedDelayMs }: PictureState, { delayMs }: LineSample): boolean {
  return delayMs !== null && pausedDelayMs !== null && delayMs < pausedDelayMs / 2
}

/** Whether the voice and a picture of this level fit through the line. */
function fits({ availableKbps }: LineSample, level: Level): boolean {
  return availableKbps === null || availableKbps >= voiceKbps + levelKbps[level]
}

/** The next level below, or the one that fits if that is lower: while too much is sent, the voice waits behind it. */
function lowerLevel(level: Level, sample: LineSample): Level {
  const lower = levels.slice(0, levels.indexOf(level))
  return lower.findLast((candidate) => fits(sample, candidate)) ?? 'lowest'
}

function neighbour(level: Level, step: 1 | -1): Level {
  return levels[levels.indexOf(level) + step] ?? level
}

/** Rises slowly, because the browser may have moved to a slower network. */
function findLeastDelay(leastMs: number | null, delayMs: number | null): number | null {
  if (delayMs === null || leastMs === null) return leastMs ?? delayMs
  return Math.min(delayMs, leastMs * 1.02 + 1)
}
