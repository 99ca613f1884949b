import type { RequestScope } from '#app/base/request.server.ts'
import type { ShownToday } from '#app/dashboard/today.tsx'
import { listPreparedBoards } from '#domain/boards/prepared-boards.server.ts'
import { getBookedIncome } from '#domain/bookings/queries.server.ts'
import { listWaiting } from '#domain/sessions/waiting.server.ts'
import { boardsOfNextBooking } from '#kernel/limits.ts'

/** Loads what waits for an approved expert. A failure is logged and does not break the dashboard. */
export async function loadToday({
  context,
  log,
  requestId,
}: Pick<RequestScope, 'context' | 'log' | 'requestId'>): Promise<ShownToday> {
  try {
    const [waiting, bookedIncome, boards] = await Promise.all([
      listWaiting(context),
      getBookedIncome(context),
      listPreparedBoards(context),
    ])
    return { waiting, bookedIncome, boards: boards.slice(0, boardsOfNextBooking).map(({ id, name }) => ({ id, name })) }
  } catch (err) {
    log.error({ err, requestId }, 'the part about today could not be read')
    return { problem: true }
  }
}
