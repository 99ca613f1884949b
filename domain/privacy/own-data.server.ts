import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { privacyParts } from '#domain/privacy/parts.server.ts'
import type { Storage } from '#platform/storage/port.ts'

/** Returns all stored data about the actor, under the column names of the database, without secrets. */
export async function collectOwnData(ctx: Context & { storage: Storage }): Promise<Record<string, unknown>> {
  allow(ctx.actor, 'signedIn')
  const data: Record<string, unknown> = { made_at: ctx.clock.now() }
  for (const part of privacyParts) Object.assign(data, await part.collect(ctx, ctx.actor.id))
  return data
}
