import * as z from 'zod/mini'
import { readMessage } from '#live/protocol.ts'

const storageKey = 'samjhao:devices'

const chosen = z.object({
  microphone: z.optional(z.string()),
  camera: z.optional(z.string()),
  speaker: z.optional(z.string()),
})
/** The ids under which this browser knows the devices that somebody chose here. */
export type ChosenDevices = z.infer<typeof chosen>

export function readChosenDevices(): ChosenDevices {
  try {
    return readMessage(chosen, localStorage.getItem(storageKey) ?? '') ?? {}
  } catch {
    // Storage can be switched off; then the browser's own choice is taken.
    return {}
  }
}

export function rememberDevices(changes: ChosenDevices): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...readChosenDevices(), ...changes }))
  } catch {
    // The choice holds for this page.
  }
}
