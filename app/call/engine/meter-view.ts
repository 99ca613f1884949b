import { sharedMs } from '#app/call/engine/call-screen.ts'
import type { CallView, Meter, MeterMessage } from '#app/call/engine/call-view.ts'
import { dueWarning } from '#domain/sessions/rules.ts'
import { beatEveryMs } from '#kernel/limits.ts'

/** The meter replies to every heartbeat. Two missing replies are treated as silence. */
const meterTimeoutMs = 2 * beatEveryMs

/** The changes of the view after a message of the meter. */
export function meterChanges(
  view: Pick<CallView, 'meter' | 'session' | 'warning'>,
  { phase, liveMs, heldMs, leftMs, endsBy }: MeterMessage,
  atMs: number,
): Pick<CallView, 'meter' | 'isMeterSilent' | 'warning'> {
  const shownMs = view.meter ? sharedMs(view.meter, atMs) : liveMs
  const meter = { phase, liveMs, heldMs, leftMs, endsBy, atMs, shownMs }
  return { meter, isMeterSilent: false, warning: currentWarning(view, leftMs) }
}

/** A warning stays until money or time is added. Uncharged interruptions also add time, but less than a minute. */
function currentWarning(
  { meter, session, warning }: Pick<CallView, 'meter' | 'session' | 'warning'>,
  leftMs: number | null,
): number | null {
  if (leftMs === null || !session) return warning
  const due = dueWarning(leftMs, session.minuteMs)
  const isAdded = meter?.leftMs == null || leftMs - meter.leftMs >= session.minuteMs
  if (isAdded || warning === null) return due
  return Math.min(due ?? warning, warning)
}

export function isMeterReplyMissing(meter: Meter | null, nowMs: number): boolean {
  return meter?.phase === 'live' && nowMs - meter.atMs >= meterTimeoutMs
}
