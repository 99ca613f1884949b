import { createLocalBus } from '#demo/past/local-bus.ts'
import type { PastClock } from '#demo/past/past-clock.ts'
import type { Context } from '#domain/context.server.ts'
import { findExpertIdOf } from '#domain/experts/queries.server.ts'
import { derivedId } from '#domain/ledger/derived-id.server.ts'
import type { Person } from '#domain/policy.ts'
import type { CallContext } from '#domain/sessions/transition-session.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { createMeters, type Meters } from '#live/meters.server.ts'
import type { DemoPayments } from '#platform/payments/port.ts'

export type PastStudent = Person
export type PastExpert = Person & { expertId: ExpertId }

/** Replays the past with the product's own actions and meters, on a controlled clock. */
export type ReplayContext = {
  clock: PastClock
  /** Meters without a timer: they tick only on request. */
  meters: Meters
  nodeId: string
  payments: DemoPayments
  system: CallContext
  as(person: Person): CallContext
}

export function createReplayContext(ctx: Context & { clock: PastClock; payments: DemoPayments }): ReplayContext {
  const { clock, payments } = ctx
  const bus = createLocalBus()
  const system: CallContext = { ...ctx, actor: { kind: 'system' }, times: callTimes, publish: bus.publish }
  const nodeId = derivedId('demo', 'past')
  const meters = createMeters({
    system,
    nodeId,
    bus: { subscribe: bus.subscribe, publish: async () => undefined, isDisconnected: () => false },
    send: () => undefined,
    log: {
      error: ({ err }: { err: unknown }) => {
        throw err
      },
    },
    nowMs: () => clock.now().getTime(),
    ticksByItself: false,
    frozenAfterMs: Infinity,
  })
  return { clock, meters, nodeId, payments, system, as: (actor) => ({ ...system, actor }) }
}

export async function findStudent(ctx: Context, email: string): Promise<PastStudent> {
  return { ...(await findPerson(ctx, email)), role: 'student' }
}

export async function findExpert(ctx: Context, email: string): Promise<PastExpert> {
  const person = await findPerson(ctx, email)
  const expertId = await findExpertIdOf(ctx, person.id)
  if (!expertId) throw new Error(`${email} is not an expert`)
  return { ...person, role: 'expert', approval: 'approved', expertId }
}

export async function findPerson({ db }: Context, email: string): Promise<Person> {
  const { id, role, team_role } = await db
    .selectFrom('profiles')
    .select(['id', 'role', 'team_role'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { kind: 'person', id, role, approval: null, signInId: '', teamRole: team_role }
}
