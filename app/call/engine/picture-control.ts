/** Measurements of the line to the other side in the last second. */
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
  /** How long a pause lasts before the next attempt. It doubles when an attempt fails, so that attempts become rare. */
  waitMs: number
  /**
   * The minimum length of a pause, even when the line seems to be another one. It doubles when a shown picture has to
   * be paused.
   */
  leastWaitMs: number
  /** The time when the picture returned after a pause. */
  returnedAtMs: number | null
  /** The time since which the line has been continuously too bad, or good enough to raise the level. */
  badSinceMs: number | null
  goodSinceMs: number | null
  /** The delay of the idle line. Any additional delay is caused by queued packets. */
  leastDelayMs: number | null
  /** The delay during the pause, when only the voice was sent. A much shorter delay later indicates another line. */
  pausedDelayMs: number | null
}

/** The bitrate of a voice, including packet headers. */
const voiceKbps = 50
const levels: Level[] = ['lowest', 'low', 'medium', 'high']
export const levelKbps: Record<Level, number> = { lowest: 60, low: 150, medium: 350, high: 1_000 }
/** At the start and after a pause, the capacity of the line is unknown. */
const startLevel: Level = 'low'

/**
 * The browser's estimate sometimes falls for a few seconds on good lines, too. So a line counts as slow only far below
 * the needs of a picture.
 */
const narrowKbps = 75
const concealedMaxShare = 0.05
const delayMaxMs = 800
const queueMaxMs = 350
const lowerAfterMs = 2_000
const pauseAfterMs = 3_000
const raiseAfterMs = 3_000
const shortestWaitMs = 10_000
const longestWaitMs = 160_000
/** Queued packets of the picture have arrived after this time. */
const drainedAfterMs = 5_000
const otherLineForMs = 5_000
const tryGoodForMs = 3_000
const tryBadForMs = 1_000
const tryMaxMs = 10_000
/** A picture that was shown for this long did not return too early. */
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
 * Decides once a second what to send. The voice has priority: the camera is paused when the voice has gaps, or when the
 * line is too slow for both. A shared screen is essential for the lesson, so it gets less data but is never paused.
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
  const isGood = !isBad && canImprove(before, sample)
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
    // If this attempt fails, the shorter delay did not indicate a better line, so the delay is measured again.
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

/** Starts an attempt: sends a picture that is not shown yet. A person may request it before the wait is over. */
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
    // Without a picture, the delay is that of the line itself. The earlier minimum may belong to a better line.
    leastDelayMs: null,
  }
  if (!hasTriedInVain) changes.leastWaitMs = isTooEarly ? doubleWait(leastWaitMs) : shortestWaitMs
  return change(state, changes, nowMs)
}

function doubleWait(waitMs: number): number {
  return Math.min(waitMs * 2, longestWaitMs)
}

/** A change starts new measurements, because the earlier ones belong to the previous picture. */
function change(state: PictureState, changes: Partial<PictureState>, nowMs: number): PictureState {
  return { ...state, ...changes, sinceMs: nowMs, badSinceMs: null, goodSinceMs: null }
}

function isVoiceSuffering({ delayMs, concealedShare }: LineSample, leastDelayMs: number | null): boolean {
  const queueMs = delayMs === null || leastDelayMs === null ? 0 : delayMs - leastDelayMs
  return concealedShare > concealedMaxShare || queueMs > queueMaxMs || (delayMs ?? 0) > delayMaxMs
}

/** Whether a pause or an attempt can end, or the level can rise. */
function canImprove(state: PictureState, sample: LineSample): boolean {
  if (state.mode === 'paused') return isOtherLine(state, sample)
  return fits(sample, state.mode === 'trying' ? 'lowest' : state.level)
}

/** Whether the delay is much shorter than before the pause, as on another network. Then no long wait is needed. */
function isOtherLine({ pausedDelayMs }: PictureState, { delayMs }: LineSample): boolean {
  return delayMs !== null && pausedDelayMs !== null && delayMs < pausedDelayMs / 2
}

/** Whether the line is fast enough for the voice and a picture of this level. */
function fits({ availableKbps }: LineSample, level: Level): boolean {
  return availableKbps === null || availableKbps >= voiceKbps + levelKbps[level]
}

/**
 * Returns the next lower level, or the level that fits if that is even lower, because data above the capacity of the
 * line delays the voice.
 */
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
