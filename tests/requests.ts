import { randomUUID } from 'node:crypto'
import type { Person } from '#domain/policy.ts'
import { acceptOffer } from '#domain/requests/accept-offer.server.ts'
import type { NewRequest } from '#domain/requests/contract.ts'
import { declineOffer } from '#domain/requests/decline-offer.server.ts'
import { startRequest } from '#domain/requests/start-request.server.ts'
import type { SessionId } from '#kernel/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { raviProfile } from '#tests/experts.ts'
import type { createCast } from '#tests/sessions.ts'

let subjects = 0

/** Creates experts and requests for a subject that no other test uses. */
export function createSubject(cast: ReturnType<typeof createCast>) {
  subjects += 1
  const subject = `Subject${process.pid}x${subjects}`
  const profile = { ...raviProfile, keySubjects: [subject] }
  return {
    subject,
    profile,
    expert: (changes: Partial<typeof raviProfile> = {}) => cast.expert({ ...profile, ...changes }),
    askAnyone: (student: Person, changes: Partial<NewRequest> = {}) =>
      startRequest(cast.ctxAs(student), newRequestToAnyone({ question: `Please help me with ${subject}`, ...changes })),
    accept: (expert: Person, id: SessionId) => acceptOffer(cast.ctxAs(expert), { id }),
    decline: (expert: Person, id: SessionId) => declineOffer(cast.ctxAs(expert), { id }),
  }
}

export function newRequestToAnyone(changes: Partial<NewRequest> = {}): NewRequest {
  return {
    id: randomUUID(),
    callType: 'video',
    question: 'Why does a spinning top not fall over?',
    file: null,
    language: null,
    maxRatePaisePerMinute: 20_00,
    ...changes,
  }
}

export async function requestRow(db: Database, id: string) {
  return db
    .selectFrom('requests')
    .selectAll()
    .where('id', '=', id as never)
    .executeTakeFirstOrThrow()
}

/** The offers of a request by expert: their id and state. */
export async function offersOf(db: Database, requestId: string) {
  const rows = await db
    .selectFrom('offers')
    .select(['id', 'expert_id', 'state'])
    .where('request_id', '=', requestId as never)
    .execute()
  return new Map(rows.map(({ id, expert_id, state }) => [expert_id, { id, state }]))
}

/** The open offer to this expert. */
export async function offerTo(db: Database, expert: Person): Promise<SessionId> {
  const { id } = await db
    .selectFrom('offers')
    .select('id')
    .where('expert_id', '=', expert.id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return id
}
