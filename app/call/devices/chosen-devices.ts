import * as z from 'zod/mini'
import { safeLocalStorage } from '#app/base/browser-memory.ts'
import { readMessage } from '#live/protocol.ts'

const storageKey = 'samjhao:devices'

/** Some browsers know a device under another id on every page, so its name is kept, too. */
const known = z.object({ deviceId: z.string(), label: z.string() })
export type KnownDevice = z.infer<typeof known>

const chosen = z.object({
  microphone: z.optional(known),
  camera: z.optional(known),
  speaker: z.optional(known),
})
type Chosen = z.infer<typeof chosen>

const kinds = { microphone: 'audioinput', camera: 'videoinput', speaker: 'audiooutput' } as const

/** The ids of what somebody chose in this browser, as far as it is there. No browser names any before the person has allowed one. */
export async function findChosenDevices(): Promise<Partial<Record<keyof Chosen, string>>> {
  const wanted = readChosen()
  if (Object.keys(wanted).length === 0) return {}
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? []
  const find = (which: keyof Chosen) => {
    const { deviceId, label } = wanted[which] ?? {}
    const alike = devices.filter(({ kind }) => kind === kinds[which])
    const found =
      alike.find((device) => device.deviceId === deviceId) ?? alike.find((device) => device.label === label)
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
