import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import { readReceived } from '#tests/media-in-page.ts'
import type { Page } from '#tests/e2e/test.ts'

/** A heartbeat that a page sent to the meter, with its local time. */
type Beat = { at: number; epoch: number; bytes: number; pictureMs?: number }
/** The heartbeats of the pages of a context, and the times at which these pages hung up or received the end. */
type SentMessages = { beats: Beat[]; endedAt: number[] }

/** The result of a stopwatch, in the clock of this machine. */
export type Measured = {
  sharedMs: number
  /** The first time at which both sides had received media. */
  fromAt: number
  stoppedAt: number
  /** The longest interval between two samples, which is also the largest measurement delay. */
  sampleMs: number
  /** The last time until which the meter certainly has media beats of both sides. */
  mediaBeatAt: number
}

/** Sampling costs browser CPU time too. */
const sampleEveryMs = 400
/** Bytes received within this time count as arriving now. */
const freshMs = 1_500
const sentBy = new WeakMap<BrowserContext, SentMessages>()

/**
 * Measures shared time independently of the product: it samples the browsers’ own counters several times a second.
 * Time counts while all callers have just received media.
 */
export function startStopwatch(...callers: { page: Page }[]) {
  const stopping = new AbortController()
  const grewAt = callers.map(() => -Infinity)
  const bytes = callers.map(() => 0)
  let [sharedMs, fromAt, sampleMs] = [0, Infinity, 0]
  const ended = (async () => {
    let before = Date.now()
    while (!stopping.signal.aborted) {
      const at = await sample()
      sampleMs = Math.max(sampleMs, at - before)
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
      // Pages send heartbeats until they receive the end. The last heartbeat before may not have arrived.
      const ends = callers.flatMap(({ page }) => sentBy.get(page.context())?.endedAt ?? [])
      const endedAt = Math.min(stoppedAt, ...ends.filter((at) => at > fromAt))
      const times = callers.map(
        ({ page }) => listMediaBeatTimes(page, endedAt).at(-2) ?? getLastMediaBeat(page, endedAt),
      )
      return { sharedMs, fromAt, stoppedAt, sampleMs, mediaBeatAt: Math.min(...times) }
    },
  }

  async function sample(): Promise<number> {
    const seen = await Promise.all(callers.map((caller) => readReceived(caller).catch(() => null)))
    const at = Date.now()
    for (const [index, counters] of seen.entries()) {
      // A closed or unopened connection has received nothing.
      if (!counters || counters.bytes === 0 || counters.bytes === bytes[index]) continue
      grewAt[index] = at
      bytes[index] = counters.bytes
    }
    return at
  }
}

/** Records every heartbeat that the pages of this context send, and the end of their calls. */
export async function recordBeats(context: BrowserContext): Promise<void> {
  const sent: SentMessages = { beats: [], endedAt: [] }
  sentBy.set(context, sent)
  await context.exposeBinding('recordBeat', (_source, beat: Beat) => void sent.beats.push(beat))
  await context.exposeBinding('recordEnd', (_source, at: number) => void sent.endedAt.push(at))
  await context.addInitScript(() => {
    const { recordBeat, recordEnd } = window as unknown as {
      recordBeat(beat: Beat): void
      recordEnd(at: number): void
    }
    const listening = new WeakSet<WebSocket>()
    const { send } = WebSocket.prototype
    WebSocket.prototype.send = function (data) {
      if (!listening.has(this)) {
        listening.add(this)
        this.addEventListener('message', ({ data: message }) => {
          if (/"type":"meter".*"phase":"over"/.test(String(message))) recordEnd(Date.now())
        })
      }
      if (String(data).startsWith('{"type":"hang_up"')) recordEnd(Date.now())
      send.call(this, data)
      if (typeof data !== 'string' || !data.startsWith('{"type":"beat"')) return
      const { epoch, bytes, pictureMs } = JSON.parse(data) as Beat
      recordBeat({ at: Date.now(), epoch, bytes, pictureMs })
    }
  })
}

/** The times from Accept to the first picture that this page has reported. */
export function listPictureTimes(page: Page): number[] {
  return (sentBy.get(page.context())?.beats ?? []).flatMap(({ pictureMs }) => pictureMs ?? [])
}

/** Returns the time of this page’s last heartbeat that reported new bytes. */
export function getLastMediaBeat(page: Page, before = Infinity): number {
  const last = listMediaBeatTimes(page, before).at(-1)
  if (last === undefined) throw new Error('This page has sent no heartbeat with received media.')
  return last
}

function listMediaBeatTimes(page: Page, before: number): number[] {
  const beats = (sentBy.get(page.context())?.beats ?? []).filter(({ at }) => at <= before)
  const isMediaBeat = (beat: Beat, index: number) => {
    const previous = beats.slice(0, index).findLast(({ epoch }) => epoch === beat.epoch)
    return beat.bytes > (previous?.bytes ?? 0)
  }
  return beats.filter(isMediaBeat).map(({ at }) => at)
}
