import { randomUUID } from 'node:crypto'
import type { NewApplication } from '#domain/applications/contract.ts'
import { enterApplication } from '#domain/applications/enter-application.server.ts'
import type { Context } from '#domain/context.server.ts'
import type { Storage } from '#platform/storage/port.ts'

let count = 0

/** Kavita’s application, received by mail an hour ago, with a new email address each time. */
export function newKavitaApplication(): NewApplication {
  count += 1
  return {
    id: randomUUID(),
    fullName: 'Kavita Rao',
    email: `kavita-${count}-${process.pid}@samjhao.example`,
    phone: '+91 98450 00000',
    category: 'academic',
    notes: 'Ten years at a school in Mysuru.',
    receivedAt: new Date(Date.now() - 3_600_000),
  }
}

/** Enters the application as a team member and returns the team’s view of it. */
export async function enterApplicationOfKavita(ctx: Context, changes: Partial<NewApplication> = {}) {
  const input = { ...newKavitaApplication(), ...changes }
  const id = await enterApplication(ctx, input)
  return { ...input, id, revision: 1 }
}

export function createMemoryStorage(): Storage {
  const files = new Map<string, Uint8Array>()
  return {
    put: async (key, bytes) => void files.set(key, bytes),
    async get(key) {
      const bytes = files.get(key)
      return bytes ? { bytes, contentType: 'application/octet-stream' } : null
    },
    list: async (prefix) => [...files.keys()].filter((key) => key.startsWith(prefix)),
    remove: async (keys) => keys.forEach((key) => files.delete(key)),
  }
}
