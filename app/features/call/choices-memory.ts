import * as z from 'zod/mini'
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
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ sessionId, muted, cameraOff, audioOnly }))
  } catch {
    // Storage can be switched off: then it holds for this page.
  }
}

const none: Choices = { muted: false, cameraOff: false, audioOnly: false }

function readKept(sessionId: string): Choices | null {
  try {
    const found = readMessage(kept, sessionStorage.getItem(storageKey) ?? '')
    return found?.sessionId === sessionId ? found : null
  } catch {
    return null
  }
}
