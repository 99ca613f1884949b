import * as z from 'zod/mini'
import { safeLocalStorage } from '#app/base/browser-memory.ts'
import { readMessage } from '#live/protocol.ts'

const storageKey = 'samjhao:devices'

/** Some browsers change device ids on every page, so the name is stored, too. */
const known = z.object({ deviceId: z.string(), label: z.string() })
export type KnownDevice = z.infer<typeof known>

const chosen = z.object({
  microphone: z.optional(known),
  camera: z.optional(known),
  speaker: z.optional(known),
})
type Chosen = z.infer<typeof chosen>

const kinds = { microphone: 'audioinput', camera: 'videoinput', speaker: 'audiooutput' } as const

/**
 * Ids of the devices chosen in this browser, if they are plugged in. Browsers hide ids until the user has allowed a
 * device.
 */
export async function findChosenDevices(): Promise<Partial<Record<keyof Chosen, string>>> {
  const wanted = readChosen()
  if (Object.keys(wanted).length === 0) return {}
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? []
  const find = (which: keyof Chosen) => {
    const { deviceId, label } = wanted[which] ?? {}
    const alike = devices.filter(({ kind }) => kind === kinds[which])
    const found = alike.find((device) => device.deviceId === deviceId) ?? alike.find((device) => device.label === label)
    return found?.deviceId || undefined
  }
  return { microphone: find('microphone'), camera: find('camera'), speaker: find('speaker') }
}

export function rememberDevices(changes: Chosen): void {
  safeLocalStorage.setItem(storageKey, JSON.stringify({ ...readChosen(), ...changes }))
}

function readChosen(): Chosen {
  return readMessage(chosen, safeLocalStorage.getItem(storageKey) ?? '') ?? {}
}
