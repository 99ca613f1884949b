import type { Traffic } from '#app/call/engine/traffic.ts'

type Bytes = Traffic['dataBytes']

type DataUse = {
  /** Bytes since this page joined the call. */
  total: Bytes
  /** Bytes per minute in both directions, measured in the last minute; null until it has been measured for a while. */
  perMinute: number | null
}

const windowMs = 60_000
/** A shorter measurement is not typical of a whole minute. */
const measuredFromMs = 5_000

/** Measures how much data a call uses. `add` is called about once a second. */
export function createDataUse() {
  const readings: { atMs: number; bytes: Bytes }[] = []
  return {
    add(bytes: Bytes, atMs: number): void {
      readings.push({ atMs, bytes })
      while ((readings[1]?.atMs ?? atMs) <= atMs - windowMs) readings.shift()
    },
    read(): DataUse {
      const [first, last] = [readings[0], readings.at(-1)]
      if (!first || !last) return { total: { received: 0, sent: 0 }, perMinute: null }
      const ms = last.atMs - first.atMs
      const perMinute = ms < measuredFromMs ? null : ((sum(last.bytes) - sum(first.bytes)) / ms) * windowMs
      return { total: last.bytes, perMinute }
    },
  }
}

function sum({ received, sent }: Bytes): number {
  return received + sent
}

/** For example "820 kB", "4.2 MB" or "31 MB". */
export function dataText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.round(bytes / 10_000) * 10} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}
