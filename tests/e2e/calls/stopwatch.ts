import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import { received } from '#tests/media-in-page.ts'
import type { Page } from '#tests/e2e/test.ts'

/** What a page told the meter, and when it did, by the clock of this machine. */
type Beat = { at: number; epoch: number; bytes: number }

/** What a stopwatch saw. Times are by the clock of this machine. */
export type Measured = {
  sharedMs: number
  /** The first moment at which both had received something. */
  fromAt: number
  stoppedAt: number
  /** The longest time between two looks: what happened in between was seen that much later. */
  sampleMs: number
  /** The last moment for which both had surely told the meter that something arrives. */
  provedAt: number
}

export type Stopwatch = ReturnType<typeof startStopwatch>

/** Looking costs the browsers something, too. */
const sampleEveryMs = 400
/** Bytes that arrived this recently count as arriving now. */
const freshMs = 1_500
const beatsOf = new WeakMap<BrowserContext, Beat[]>()

/**
 * Measures shared time without our code: it looks at the browsers' own counters several times a second, and time counts while all
 * of them have just received something.
 */
export function startStopwatch(...callers: { page: Page }[]) {
  const stopping = new AbortController()
  const grewAt = callers.map(() => -Infinity)
  const bytes = callers.map(() => 0)
  let [sharedMs, fromAt, lookMs] = [0, Infinity, 0]
  const ended = (async () => {
    let before = Date.now()
    while (!stopping.signal.aborted) {
      const at = await sample()
      lookMs = Math.max(lookMs, at - before)
      if (Math.min(...grewAt) > at - freshMs) {
        fromAt = Math.min(fromAt, at)
        sharedMs += at - before
      }
      before = at
      await sleep(sampleEveryMs)
    }
  })()

  return {
    async stop(): Promise<Measured> {
      stopping.abort()
      await ended
      const stoppedAt = Date.now()
      // The very last one may have been on its way when the call was over.
      const proofs = callers.map(
        ({ page }) => listProofs(page, stoppedAt).at(-2) ?? lastProof(page, stoppedAt),
      )
      return { sharedMs, fromAt, stoppedAt, sampleMs: lookMs, provedAt: Math.min(...proofs) }
    },
  }

  async function sample(): Promise<number> {
    const seen = await Promise.all(callers.map((caller) => received(caller).catch(() => null)))
    const at = Date.now()
    for (const [index, counters] of seen.entries()) {
      // A connection that is closed, or not open yet, has received nothing.
      if (!counters || counters.bytes === 0 || counters.bytes === bytes[index]) continue
      grewAt[index] = at
      bytes[index] = counters.bytes
    }
    return at
  }
}

/** Remembers every beat that the pages of this context send. */
export async function recordBeats(context: BrowserContext): Promise<void> {
  const beats: Beat[] = []
  beatsOf.set(context, beats)
  await context.exposeBinding('recordBeat', (_source, beat: Beat) => void beats.push(beat))
  await context.addInitScript(() => {
    const { recordBeat } = window as unknown as { recordBeat(beat: Beat): void }
    const { send } = WebSocket.prototype
    WebSocket.prototype.send = function (data) {
      send.call(this, data)
      if (typeof data !== 'string' || !data.startsWith('{"type":"beat"')) return
      const { epoch, bytes } = JSON.parse(data) as Beat
      recordBeat({ at: Date.now(), epoch, bytes })
    }
  })
}

/** The last beat of this page's person that said that more has arrived than the one before. */
export function lastProof(page: Page, before = Infinity): number {
  const last = listProofs(page, before).at(-1)
  if (last === undefined) throw new Error('This page has told the meter of nothing.')
  return last
}

function listProofs(page: Page, before: number): number[] {
  const beats = (beatsOf.get(page.context()) ?? []).filter(({ at }) => at <= before)
  const isProof = (beat: Beat, index: number) => {
    const previous = beats.slice(0, index).findLast(({ epoch }) => epoch === beat.epoch)
    return beat.bytes > (previous?.bytes ?? 0)
  }
  return beats.filter(isProof).map(({ at }) => at)
}
