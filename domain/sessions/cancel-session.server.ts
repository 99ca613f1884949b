import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { type SessionChoice, sessionChoice } from '#domain/sessions/contract.ts'
import { transitionSession } from '#domain/sessions/transition-session.server.ts'
import { parse } from '#kernel/parse.ts'

/** The student cancels before both sides are connected. Nothing is charged. */
export async function cancelSession(ctx: Context, input: SessionChoice): Promise<void> {
  allow(ctx.actor, 'student')
  const parsed = parse(sessionChoice, input)
  await transitionSession(ctx, { id: parsed.id, transition: 'cancel', what: 'cancelled' })
}
