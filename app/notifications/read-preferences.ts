import type { Preferences } from '#domain/notifications/contract.ts'
import { isConfigurable, kindsFor } from '#domain/notifications/rules.ts'
import { channels } from '#domain/notifications/states.ts'
import type { Role } from '#domain/policy.ts'

/** Reads the form. Browsers do not send unchecked boxes, so a shown box that is missing is unchecked. */
export function readPreferences(form: FormData, role: Role): Preferences {
  const choices = kindsFor(role).map((kind) => [
    kind,
    Object.fromEntries(
      channels
        .filter((channel) => isConfigurable(kind, channel))
        .map((channel) => [channel, form.has(`${kind} ${channel}`)]),
    ),
  ])
  const quiet = { fromMinute: readTime(form.get('from')), toMinute: readTime(form.get('to')) }
  return {
    choices: Object.fromEntries(choices),
    quiet: form.has('quiet') ? quiet : null,
    zone: String(form.get('zone') ?? ''),
  }
}

/** Parses '22:30' to minutes; invalid times become NaN, which `savePreferences` refuses. */
function readTime(text: FormDataEntryValue | null): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)/.exec(String(text ?? ''))
  return match ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN
}

export function formatTime(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
