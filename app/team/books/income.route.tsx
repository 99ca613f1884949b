import { Link } from 'react-router'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { confirmPasswordIfSent } from '#app/team/base/team.server.ts'
import { FeeChart } from '#app/team/books/fee-chart.tsx'
import { MoneyTabs } from '#app/team/books/money-tabs.tsx'
import { MonthExports } from '#app/team/books/month-exports.tsx'
import { requireRecentPassword } from '#domain/accounts/recent-password.server.ts'
import { feePeriods } from '#domain/books/contract.ts'
import { listFeeIncome, listSessionMonths } from '#domain/books/fee-income.server.ts'
import { feeChartDays, feeChartMonths } from '#kernel/limits.ts'
import type { Route } from './+types/income.route'

export const loader = serve('keepBooks', async ({ context }, { request }: Route.LoaderArgs) => {
  const requested = new URL(request.url).searchParams.get('by')
  const by = feePeriods.find((period) => period === requested) ?? 'day'
  return { by, periods: await listFeeIncome(context, by), months: await listSessionMonths(context) }
})

/** Confirms the password, so that the month files can be downloaded. */
export const action = serve('keepBooks', async ({ context }, { request }: Route.ActionArgs) =>
  catchRefusal(confirmForExport(context, await readForm(request))),
)

async function confirmForExport(context: Parameters<typeof confirmPasswordIfSent>[0], form: FormData) {
  await confirmPasswordIfSent(context, form)
  await requireRecentPassword(context)
  return { done: 'You can now download the files for a few minutes.' }
}

export const shouldRevalidate = () => true

const periodLabels = { day: `Last ${feeChartDays} days`, month: `Last ${feeChartMonths} months` }

export default function Income({ loaderData: { by, periods, months } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="Fees and months">
        Platform fees from sessions, minus refunds. Days and months are in Indian time.
      </TeamHeading>
      <MoneyTabs />
      <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-2">
        <section aria-labelledby="fees">
          <div className="mb-3 flex flex-wrap items-baseline justify-between gap-3">
            <h2 id="fees" className="text-lead font-semibold">
              Fee income
            </h2>
            <p className="flex gap-4 text-small">
              {feePeriods.map((period) => (
                <Link
                  key={period}
                  to={`?by=${period}`}
                  preventScrollReset
                  aria-current={period === by ? 'true' : undefined}
                  className="inline-flex min-h-11 items-center text-soft underline-offset-4 hover:text-text aria-[current=true]:font-semibold aria-[current=true]:text-text aria-[current=true]:underline md:min-h-8"
                >
                  {periodLabels[period]}
                </Link>
              ))}
            </p>
          </div>
          <FeeChart periods={periods} heading={`Fee income, ${periodLabels[by].toLowerCase()}`} />
        </section>
        <section aria-labelledby="months">
          <h2 id="months" className="mb-1 text-lead font-semibold">
            Month-end export
          </h2>
          <p className="mb-4 max-w-prose text-small text-soft">
            One row for each session that was settled in the month: minutes, rate, charge, the expert’s part, the fee,
            and later refunds. The audit log records each download.
          </p>
          <MonthExports months={months} />
        </section>
      </div>
    </>
  )
}
