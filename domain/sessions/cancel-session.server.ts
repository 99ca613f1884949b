import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { type SessionChoice, sessionChoice } from '#domain/sessions/contract.ts'
import { moveSession } from '#domain/sessions/move-session.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** The student thinks again before both are connected. It costs nothing. */
export async function cancelSession(ctx: Context, input: SessionChoice): Promise<void> {
  allow(ctx.actor, 'student')
  const parsed = sessionChoice.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  await moveSession(ctx, { id: parsed.data.id, move: 'cancel', what: 'cancelled' })
}
