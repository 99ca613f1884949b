import { sql } from 'kysely'
import type { Context } from '#domain/context.server.ts'
import { choices, type Preferences, preferences } from '#domain/notifications/contract.ts'
import { isConfigurable, kindsFor } from '#domain/notifications/rules.ts'
import type { Channel } from '#domain/notifications/states.ts'
import { allow } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import { defaultZone, findZone } from '#kernel/zones.ts'
import type { Database } from '#platform/db/database.ts'

/** The actor's preferences, or the defaults. */
export async function getPreferences(ctx: Context): Promise<Preferences> {
  allow(ctx.actor, 'signedIn')
  return getPreferencesOf(ctx.db, ctx.actor.id)
}

/** Without a permission check, for the delivery. */
export async function getPreferencesOf(db: Database, accountId: AccountId): Promise<Preferences> {
  const stored = await listPreferences(db, [accountId])
  return stored.get(accountId) ?? { choices: {}, quiet: null, zone: defaultZone }
}

/** The preferences of many people, without those who never saved any. */
export async function listPreferences(db: Database, accountIds: AccountId[]): Promise<Map<AccountId, Preferences>> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['account_id', 'choices', 'quiet_from', 'quiet_to', 'zone'])
    .where('account_id', 'in', accountIds)
    .execute()
  return new Map(
    rows.map((row) => {
      const { quiet_from: fromMinute, quiet_to: toMinute, zone } = row
      const preferences = {
        // Choices that this version cannot parse count as defaults.
        choices: choices.safeParse(row.choices).data ?? {},
        quiet: fromMinute === null || toMinute === null ? null : { fromMinute, toMinute },
        zone,
      }
      return [row.account_id, preferences]
    }),
  )
}

/** Replaces all preferences. Drops choices that are not offered to the role. */
export async function savePreferences(ctx: Context, input: Preferences): Promise<void> {
  allow(ctx.actor, 'signedIn')
  const { choices: chosen, quiet, zone: zoneName } = parse(preferences, input)
  const zone = findZone(zoneName)
  if (!zone) throw new Refusal('invalid_input')
  const { id, role } = ctx.actor
  const allowedChoices = Object.fromEntries(
    kindsFor(role).map((kind) => [
      kind,
      Object.fromEntries(
        Object.entries(chosen[kind] ?? {}).filter(([channel]) => isConfigurable(kind, channel as Channel)),
      ),
    ]),
  )
  await sql`
    insert into notification_preferences (account_id, choices, quiet_from, quiet_to, zone, changed_at)
    values (${id}, ${JSON.stringify(allowedChoices)}::jsonb, ${quiet?.fromMinute ?? null}, ${quiet?.toMinute ?? null},
      ${zone}, ${ctx.clock.now()})
    on conflict (account_id) do update set choices = excluded.choices, quiet_from = excluded.quiet_from,
      quiet_to = excluded.quiet_to, zone = excluded.zone, changed_at = excluded.changed_at`.execute(ctx.db)
}
