import { sharedMs } from '#app/call/engine/call-screen.ts'
import type { CallView, Meter, MeterMessage } from '#app/call/engine/call-view.ts'
import { beatEveryMs } from '#kernel/limits.ts'

/** The meter replies to every heartbeat. Two missing replies are treated as silence. */
const meterTimeoutMs = 2 * beatEveryMs

/** The changes of the view after a message of the meter. */
export function meterChanges(
  view: Pick<CallView, 'meter' | 'session' | 'warning'>,
  { phase, liveMs, heldMs, leftMs, endsBy, warning }: MeterMessage,
  atMs: number,
): Pick<CallView, 'meter' | 'isMeterSilent' | 'warning'> {
  const shownMs = view.meter ? sharedMs(view.meter, atMs) : liveMs
  const meter = { phase, liveMs, heldMs, leftMs, endsBy, atMs, shownMs }
  // Added money makes the low balance warning outdated. Unpaid interruptions also add time, but less than a minute.
  const gainedMs = (leftMs ?? 0) - (view.meter?.leftMs ?? 0)
  const hasMoreMoney = heldMs > (view.meter?.heldMs ?? heldMs) || gainedMs >= (view.session?.minuteMs ?? Infinity)
  return { meter, isMeterSilent: false, warning: warning ?? (hasMoreMoney ? null : view.warning) }
}

export function isMeterReplyMissing(meter: Meter | null, nowMs: number): boolean {
  return meter?.phase === 'live' && nowMs - meter.atMs >= meterTimeoutMs
}
