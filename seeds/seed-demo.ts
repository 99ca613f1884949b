import { createAccount } from '#domain/accounts/create-account.server.ts'
import type { Context } from '#domain/context.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import { cast } from '#seeds/cast.ts'

/** Adds the demo people who are missing, through the same verbs as everybody else. Returns how many it added. */
export async function seedDemo(ctx: Context): Promise<number> {
  let added = 0
  for (const person of Object.values(cast)) {
    try {
      await createAccount(ctx, person)
      added += 1
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'email_taken') throw error
    }
  }
  return added
}

export async function isEmpty(ctx: Context): Promise<boolean> {
  const anybody = await ctx.db.selectFrom('profiles').select('id').limit(1).executeTakeFirst()
  return anybody === undefined
}
