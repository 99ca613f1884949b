import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { savePhoto } from '#domain/files/save-photo.server.ts'
import { registerSocket, setInSession } from '#domain/experts/reachability.server.ts'
import type { ExpertProfileInput } from '#domain/experts/contract.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { Actor, TeamRole } from '#domain/policy.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import { holdNodeLock, type NodeLock } from '#platform/db/node-lock.ts'
import { openStorage } from '#platform/storage/open.ts'
import { openDatabase } from '#tests/e2e/database.ts'
import { products } from '#tests/e2e/products.ts'
import { test as base } from '#tests/e2e/test.ts'
import { newExpert, raviProfile } from '#tests/experts.ts'
import { type Call, connectCall } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

export type Expert = Awaited<ReturnType<typeof newExpert>>
export type People = Awaited<ReturnType<typeof openPeople>>

/** Creates people for one test in the database of the product under test, with the product’s own functions. */
export async function openPeople(folder = products.pages.dataDir) {
  const { url, db, as, query, close } = await openDatabase(folder)
  let lock: NodeLock | undefined
  const system = as({ kind: 'system' })
  const online = new Set<Expert>()

  const ctxAs = (actor: Actor): CallContext => ({ ...as(actor), times: callTimes })

  return {
    /** Creates a context for this actor, with the product’s call times. */
    ctxAs,
    /** Connects the call. Its meter keeps the lease until `close`. */
    async connectCall(call: Call): Promise<{ nodeId: string }> {
      lock ??= await holdNodeLock({ url, log: { warn: () => undefined } })
      await connectCall(ctxAs, call, lock.nodeId)
      await query(`update help_sessions set meter_until = now() + interval '1 hour' where id = $1`, [call.id])
      return lock
    },
    // Skips registration, which is rate limited per address.
    student: () => newSignedInPerson(as),
    team: (teamRole?: TeamRole) => newSignedInPerson(as, 'team', undefined, teamRole),
    expert: (profile: Partial<ExpertProfileInput> = {}) => newExpert(as, { profile: { ...raviProfile, ...profile } }),
    pendingExpert: () => newExpert(as, { approval: 'pending' }),

    async putOnline(expert: Expert): Promise<void> {
      const nodeId = randomUUID()
      await registerSocket(system, { accountId: expert.person.id, nodeId })
      // This node sends no heartbeats, so its expiry is moved past the end of the test.
      await query(`update live_nodes set seen_at = now() + interval '1 hour' where id = $1`, [nodeId])
      await setOnline(as({ ...expert.person, approval: 'approved' }), true)
      online.add(expert)
    },
    async putOffline(expert: Expert): Promise<void> {
      await setOnline(as({ ...expert.person, approval: 'approved' }), false)
      online.delete(expert)
    },
    putInSession: ({ expertId }: Expert, inSession: boolean) => setInSession(system, { expertId, inSession }),

    async addPhoto({ person }: Expert): Promise<void> {
      const storage = openStorage({ kind: 'disk', folder: join(folder, 'files') })
      const log = { warn: () => undefined }
      const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#3a7' } })
        .jpeg()
        .toBuffer()
      await savePhoto({ ...as(person), storage, decodeQueue: createDecodeQueue(), log }, { bytes })
    },
    /** Sets the totals of reviews and sessions directly. */
    async addFigures({ expertId }: Expert, figures: { stars: number; reviews: number; sessions: number }) {
      await db
        .updateTable('experts')
        .set({
          review_stars: figures.stars,
          review_count: figures.reviews,
          session_count: figures.sessions,
        })
        .where('id', '=', expertId)
        .execute()
    },
    /** Takes all experts offline, so that no other test sees them. */
    async close(): Promise<void> {
      for (const expert of online) await setOnline(as({ ...expert.person, approval: 'approved' }), false)
      await lock?.close()
      await close()
    },
  }
}

export const test = base.extend<{ people: People }>({
  // Playwright reads the required fixtures from the destructured parameter: here none.
  // oxlint-disable-next-line no-empty-pattern
  people: async ({}, use) => {
    const people = await openPeople()
    await use(people)
    await people.close()
  },
})
