import * as z from 'zod/mini'
import { safeLocalStorage } from '#app/base/browser-memory.ts'
import { readMessage } from '#live/protocol.ts'

const storageKey = 'samjhao:devices'

/** Some browsers change device ids on every page, so the name is stored, too. */
const knownDevice = z.object({ deviceId: z.string(), label: z.string() })
export type KnownDevice = z.infer<typeof knownDevice>

const chosenDevices = z.object({
  microphone: z.optional(knownDevice),
  camera: z.optional(knownDevice),
  speaker: z.optional(knownDevice),
})
type Chosen = z.infer<typeof chosenDevices>

const kinds = { microphone: 'audioinput', camera: 'videoinput', speaker: 'audiooutput' } as const

/**
 * Ids of the devices chosen in this browser, if they are plugged in. Browsers hide ids until the user has allowed a
 * device.
 */
export async function findChosenDevices(): Promise<Partial<Record<keyof Chosen, string>>> {
  const stored = readChosen()
  if (Object.keys(stored).length === 0) return {}
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? []
  const find = (device: keyof Chosen) => {
    const { deviceId, label } = stored[device] ?? {}
    const sameKind = devices.filter(({ kind }) => kind === kinds[device])
    const found = sameKind.find((info) => info.deviceId === deviceId) ?? sameKind.find((info) => info.label === label)
    return found?.deviceId || undefined
  }
  return { microphone: find('microphone'), camera: find('camera'), speaker: find('speaker') }
}

export function rememberDevices(changes: Chosen): void {
  safeLocalStorage.setItem(storageKey, JSON.stringify({ ...readChosen(), ...changes }))
}

function readChosen(): Chosen {
  return readMessage(chosenDevices, safeLocalStorage.getItem(storageKey) ?? '') ?? {}
}
