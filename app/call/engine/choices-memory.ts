import * as z from 'zod/mini'
import { tabMemory } from '#app/base/browser-memory.ts'
import { readMessage } from '#live/protocol.ts'

/** What this tab chose not to send in its call. It stays so when the page is reloaded: nobody expects a reload to open the microphone. */
export type Choices = { muted: boolean; cameraOff: boolean; audioOnly: boolean }

const storageKey = 'samjhao:choices'
const kept = z.object({
  sessionId: z.string(),
  muted: z.boolean(),
  cameraOff: z.boolean(),
  audioOnly: z.boolean(),
})

export function recallChoices(sessionId: string): Choices {
  const { muted, cameraOff, audioOnly } = readKept(sessionId) ?? none
  return { muted, cameraOff, audioOnly }
}

export function rememberChoices(sessionId: string, { muted, cameraOff, audioOnly }: Choices): void {
  tabMemory.setItem(storageKey, JSON.stringify({ sessionId, muted, cameraOff, audioOnly }))
}

const none: Choices = { muted: false, cameraOff: false, audioOnly: false }

function readKept(sessionId: string): Choices | null {
  const found = readMessage(kept, tabMemory.getItem(storageKey) ?? '')
  return found?.sessionId === sessionId ? found : null
}
