import * as z from 'zod/mini'
import { safeSessionStorage } from '#app/base/browser-memory.ts'
import { readMessage } from '#live/protocol.ts'

/**
 * The media that this tab does not send, and whether the board is open. Kept across a reload, because a reload must not
 * unmute the microphone.
 */
export type CallChoices = { muted: boolean; cameraOff: boolean; audioOnly: boolean; isBoardOpen: boolean }

const storageKey = 'samjhao:choices'
const storedChoices = z.object({
  sessionId: z.string(),
  muted: z.boolean(),
  cameraOff: z.boolean(),
  audioOnly: z.boolean(),
  isBoardOpen: z.optional(z.boolean()),
})

export function readChoices(sessionId: string): CallChoices {
  const { muted, cameraOff, audioOnly, isBoardOpen = false } = readStored(sessionId) ?? defaultChoices
  return { muted, cameraOff, audioOnly, isBoardOpen }
}

export function saveChoices(sessionId: string, choices: CallChoices): void {
  const { muted, cameraOff, audioOnly, isBoardOpen } = choices
  safeSessionStorage.setItem(storageKey, JSON.stringify({ sessionId, muted, cameraOff, audioOnly, isBoardOpen }))
}

const defaultChoices: CallChoices = { muted: false, cameraOff: false, audioOnly: false, isBoardOpen: false }

function readStored(sessionId: string): z.infer<typeof storedChoices> | null {
  const found = readMessage(storedChoices, safeSessionStorage.getItem(storageKey) ?? '')
  return found?.sessionId === sessionId ? found : null
}
