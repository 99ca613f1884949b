import type { Context } from '#domain/context.server.ts'
import type { PersonBooking } from '#domain/people/contract.ts'
import { historySides } from '#domain/people/history-sides.ts'
import type { AccountId } from '#kernel/ids.ts'
import { historyShownMax } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

/** Past and future bookings of a person, as student or expert. */
export async function listBookingsOf({ db }: Context, id: AccountId): Promise<PersonBooking[]> {
  const found = await Promise.all(
    historySides.map(async ({ side, ownColumn, otherColumn }) => {
      const rows = await db
        .selectFrom('bookings')
        .innerJoin('profiles', 'profiles.id', `bookings.${otherColumn}`)
        .select(['bookings.id', 'starts_at', 'minutes', 'state', 'cancelled_by', 'absent', 'fee_paise'])
        .select(['profiles.id as other_id', 'full_name'])
        .where(`bookings.${ownColumn}`, '=', id)
        .orderBy('starts_at', 'desc')
        .limit(historyShownMax)
        .execute()
      return rows.map((row): PersonBooking => ({
        id: row.id,
        startsAt: row.starts_at,
        minutes: row.minutes,
        side,
        other: { id: row.other_id, name: row.full_name },
        state: row.state,
        cancelledBy: row.cancelled_by,
        absent: row.absent,
        feePaise: row.fee_paise === null ? null : paise(row.fee_paise),
      }))
    }),
  )
  return found.flat()
}
