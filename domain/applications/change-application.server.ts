import { type ApplicationChange, applicationChange } from '#domain/applications/contract.ts'
import { updateApplication } from '#domain/applications/update-application.server.ts'
import type { Context } from '#domain/context.server.ts'
import { allow } from '#domain/policy.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Corrects or completes the details of an application. */
export async function changeApplication(ctx: Context, input: ApplicationChange): Promise<void> {
  allow(ctx.actor, 'prepareExperts')
  const { id, revision, email, fullName, phone, category, notes } = parse(applicationChange, input)
  await updateApplication(ctx, { id, revision }, async ({ db }, { stage, ...before }) => {
    const openApplication = await db
      .selectFrom('applications')
      .select('id')
      .where('email', '=', email)
      .where('decided_at', 'is', null)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (openApplication) throw new Refusal('application_open')
    const change = { email, full_name: fullName, phone, category, notes }
    const fields = Object.keys(change) as (keyof typeof change)[]
    const changed = fields.filter((field) => change[field] !== before[field]).map((field) => field.replace('_', ' '))
    return { change, act: 'application changed', after: { stage, changed: changed.join(', ') || 'nothing' } }
  })
}
