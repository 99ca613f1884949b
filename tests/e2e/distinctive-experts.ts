import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import type { ExpertProfileInput } from '#domain/experts/contract.ts'
import { holdSocket } from '#domain/experts/reachability.server.ts'
import { setOnline } from '#domain/experts/set-online.server.ts'
import type { Actor } from '#domain/policy.ts'
import { systemClock } from '#kernel/time.ts'
import { connectDatabase } from '#platform/db/database.ts'
import { newExpert, raviProfile } from '#tests/experts.ts'

const product = join(process.env.E2E_SCRATCH ?? join(tmpdir(), 'samjhao-e2e'), 'product')

/**
 * Experts that no other test knows, in the database of the running product, made by the product's own verbs. `remove` takes
 * them away again.
 */
export async function openCasting() {
  const url = (await readFile(join(product, 'database-url'), 'utf8')).trim()
  const { db, close } = connectDatabase(url, () => undefined, 2)
  const as = (actor: Actor): Context => ({ db, clock: systemClock, actor, publish: () => undefined })
  const nodeId = randomUUID()
  // A process that will never be missed: it stands for the browsers in which these experts sit.
  await sql`insert into live_nodes values (${nodeId}, 'infinity')`.execute(db)
  const people: string[] = []
  return {
    async add(profile: Partial<ExpertProfileInput>, { online }: { online: boolean }) {
      const expert = await newExpert(as, { profile: { ...raviProfile, ...profile } })
      people.push(expert.person.id)
      if (online) {
        await holdSocket(as({ kind: 'system' }), { accountId: expert.person.id, nodeId })
        await setOnline(as({ ...expert.person, approval: 'approved' }), true)
      }
      return expert
    },
    async remove() {
      await sql`delete from live_nodes where id = ${nodeId}`.execute(db)
      if (people.length > 0) await db.deleteFrom('profiles').where('id', 'in', people).execute()
      await close()
    },
  }
}
