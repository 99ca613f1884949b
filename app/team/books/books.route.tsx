import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { MoneyTabs } from '#app/team/books/money-tabs.tsx'
import { accountsLabel } from '#app/team/books/account-text.ts'
import { LatestCheck, CheckDays } from '#app/team/books/books-checks.tsx'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { catchRefusal, serve } from '#app/base/serve.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { StatTile, StatTiles } from '#app/ui/stat-tile.tsx'
import { requestBooksCheck } from '#domain/books/request-books-check.server.ts'
import { listPersonBalances, listPlatformBalances, listBooksChecks } from '#domain/books/read-books.server.ts'
import { formatRupees } from '#kernel/money.ts'
import type { Route } from './+types/books.route'

export const loader = serve('keepBooks', async ({ context }) => ({
  platform: await listPlatformBalances(context),
  people: await listPersonBalances(context),
  proofs: await listBooksChecks(context),
}))

export const action = serve('keepBooks', async ({ context }) =>
  catchRefusal(
    requestBooksCheck(context).then(() => ({ done: 'The check has started. The result will appear here.' })),
  ),
)

export const shouldRevalidate = () => true

export default function Books({ loaderData: { platform, people, proofs } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="Money" action={<CheckNow provedAt={proofs[0]?.provedAt.getTime()} />}>
        Balances of all accounts and the result of the last check. The sum of all accounts is always zero.
      </TeamHeading>
      <MoneyTabs />
      <div className="space-y-8">
        <LatestCheck check={proofs[0]} />
        <section aria-labelledby="platform">
          <h2 id="platform" className="mb-3 text-lead font-semibold">
            Platform accounts
          </h2>
          <Balances balances={platform} />
        </section>
        <section aria-labelledby="people">
          <h2 id="people" className="mb-3 text-lead font-semibold">
            User accounts
          </h2>
          {people.length > 0 ? <Balances balances={people} /> : <p className="text-soft">Nothing yet.</p>}
        </section>
        <CheckDays proofs={proofs} />
      </div>
    </>
  )
}

const recheckMs = 2_000

/** Requests a check of the books and polls until it has a new result. */
function CheckNow({ provedAt }: { provedAt: number | undefined }) {
  const [previousCheck, setPreviousCheck] = useState<{ provedAt: number | undefined }>()
  const { Form, busy, problem } = useAnsweredForm({ id: 'proof', onDone: () => setPreviousCheck({ provedAt }) })
  const { revalidate } = useRevalidator()
  const isWaiting = previousCheck !== undefined && previousCheck.provedAt === provedAt
  useEffect(() => {
    if (!isWaiting) return
    const recheckTimer = setInterval(() => void revalidate(), recheckMs)
    return () => clearInterval(recheckTimer)
  }, [isWaiting, revalidate])
  return (
    <Form method="post">
      <Button type="submit" variant="outline" busy={busy || isWaiting}>
        Check the books now
      </Button>
      <ErrorLine text={problem} />
    </Form>
  )
}

function Balances({ balances }: { balances: Route.ComponentProps['loaderData']['platform'] }) {
  return (
    <StatTiles>
      {balances.map(({ account, balance }) => (
        <StatTile key={account} label={accountsLabel(account)} value={formatRupees(balance)} />
      ))}
    </StatTiles>
  )
}
