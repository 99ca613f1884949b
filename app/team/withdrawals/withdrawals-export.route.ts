import { asJson, readForm, serve } from '#app/base/serve.server.ts'
import { confirmPasswordIfSent } from '#app/team/base/team.server.ts'
import { exportWithdrawals } from '#domain/withdrawals/export-withdrawals.server.ts'
import { dayOf } from '#kernel/days.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/withdrawals-export.route'

/** Returns the selected withdrawals as a file for the bank, or the refusal as JSON. */
export const action = serve('payOut', async ({ context, payouts }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  try {
    await confirmPasswordIfSent(context, form)
    const csv = await exportWithdrawals({ ...context, payouts }, { ids: form.getAll('id').map(String) })
    const day = dayOf(context.clock.now(), 'UTC')
    return new Response(csv, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="withdrawals-${day}.csv"`,
        'Cache-Control': 'no-store',
      },
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return asJson(() => Promise.reject(error))
  }
})
