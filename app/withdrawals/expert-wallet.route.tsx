import { randomUUID } from 'node:crypto'
import { useCallback, useEffect, useState } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import { LoadError } from '#app/base/load-error.tsx'
import { redirectToOwnPage } from '#app/base/own-pages.server.ts'
import { pageMeta } from '#app/base/public-page.ts'
import type { RequestScope } from '#app/base/request.server.ts'
import { catchRefusal, readForm, type RefusedRequest, serve } from '#app/base/serve.server.ts'
import { AuthenticationRequired } from '#app/experts/authentication-required.tsx'
import { Locked } from '#app/experts/locked.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#app/ui/tabs.tsx'
import { toast } from '#app/ui/toast.ts'
import { EarningsCard } from '#app/wallet/earnings-card.tsx'
import { readStatementQuery } from '#app/wallet/statement-query.server.ts'
import { Statement } from '#app/wallet/statement.tsx'
import { useWallet } from '#app/wallet/use-wallet.ts'
import { BalanceCards } from '#app/withdrawals/balance-cards.tsx'
import { useHashScroll } from '#app/withdrawals/use-hash-scroll.ts'
import { type WithdrawalAnswer, WithdrawForm } from '#app/withdrawals/withdraw-form.tsx'
import { WithdrawalHistory } from '#app/withdrawals/withdrawal-history.tsx'
import { listStatement } from '#domain/sessions/statement.server.ts'
import { listEarningsByDay } from '#domain/wallet/earnings.server.ts'
import { getWalletFigures } from '#domain/wallet/queries.server.ts'
import { findRememberedAccount, listWithdrawals } from '#domain/withdrawals/queries.server.ts'
import { requestWithdrawal } from '#domain/withdrawals/request-withdrawal.server.ts'
import type { Route } from './+types/expert-wallet.route'

export const loader = serve(
  { policy: 'expert', otherwise: redirectOthers },
  async (scope, { request }: Route.LoaderArgs) => {
    const { actor, clock } = scope.context
    const approval = actor.approval ?? 'pending'
    const statementQuery = readStatementQuery(request)
    const [figures, page, days, remembered] = await Promise.all([
      getWalletFigures(scope.context, actor.id),
      listStatement(scope.context, statementQuery),
      listEarningsByDay(scope.context),
      findRememberedAccount(scope.context),
    ])
    const withdrawals = catchAndLog(scope, listWithdrawals(scope.context))
    return {
      approval,
      now: clock.now(),
      figures,
      page,
      asked: statementQuery,
      days,
      remembered,
      withdrawals,
      nextId: randomUUID(),
    }
  },
)

/** Avoids an unhandled rejection when a newer response replaces this one before `withdrawals` settles. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const page = await serverLoader()
  page?.withdrawals.catch(() => undefined)
  return page
}

/** A deferred result resolves to null on failure, so that it cannot fail the page. */
function catchAndLog<Result>({ log, requestId }: RequestScope, deferred: Promise<Result>): Promise<Result | null> {
  return deferred.catch((err: unknown) => {
    log.error({ err, requestId }, 'withdrawals could not be read')
    return null
  })
}

function redirectOthers({ context }: RefusedRequest): null {
  redirectToOwnPage(context.actor, 'wallet')
  return null
}

export const action = serve('expert', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const readText = (name: string) => String(form.get(name) ?? '')
  const [id, amount, notes] = [readText('id'), readText('amount'), readText('notes')]
  const details = {
    bankName: readText('bankName'),
    accountNumber: readText('accountNumber'),
    ifscCode: readText('ifscCode'),
  }
  const isRemembered = readText('account') === 'remembered'
  const account = isRemembered ? ('remembered' as const) : details
  const refused = await catchRefusal(
    requestWithdrawal(context, { id, amount, notes, account, password: readText('password') }),
  )
  if (!refused) return { submitted: id }
  const { refusal } = refused.data
  const typed = { ...details, amount, notes, remembered: isRemembered }
  return data({ refusal, typed, usedUp: refusal.code === 'other_request' ? id : undefined }, refused.init ?? {})
})

/** Shows a failed request beside the form and keeps the typed values. Status 503 prevents a page reload. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    const refusal =
      isRouteErrorResponse(error) && error.data?.text
        ? { code: String(error.data.code), text: String(error.data.text) }
        : { code: 'failed', text: 'Failed to submit withdrawal request' }
    return data({ refusal }, { status: 503 })
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Expert Wallet',
    description: 'Your earnings, your withdrawals and a form to withdraw money.',
    path: '/expert/wallet',
  })

export default function ExpertWalletPage({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData ? (
    <ExpertWallet {...loaderData} answer={actionData} />
  ) : (
    <AuthenticationRequired page="/expert/wallet" />
  )
}

type Loaded = NonNullable<Route.ComponentProps['loaderData']> & { answer: WithdrawalAnswer | undefined }

function ExpertWallet(props: Loaded) {
  const { approval, now, page, asked: statementQuery, days, remembered, withdrawals, nextId, answer } = props
  const figures = useWallet(props.figures)
  const [tab, setTab] = useState('transactions')
  const section = useHashScroll(useCallback((name) => name === 'transactions' && setTab(name), []))
  const isLocked = approval !== 'approved'
  return (
    <div className="page py-6 md:py-10">
      <BackLink to="/expert/profile">Back to profile</BackLink>
      <h1 className="mt-2 mb-6 text-title md:mb-8">Expert Wallet</h1>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-7">
        <div className="grid min-w-0 gap-5 lg:gap-7">
          <BalanceCards figures={figures} />
          {isLocked ? (
            <Locked approval={approval} sentenceStart="Your earnings by day open" level={2} />
          ) : (
            <EarningsCard days={days} />
          )}
          <section {...section('transactions')} className="scroll-mt-24">
            <Tabs value={tab} onValueChange={setTab}>
              <TabList aria-label="Your money">
                <Tab value="transactions">Transactions</Tab>
                <Tab value="withdrawals">Withdrawals</Tab>
              </TabList>
              <TabPanel value="transactions">
                <h2 className="sr-only">Transactions</h2>
                <Statement
                  page={page}
                  now={now}
                  kinds={['session', 'withdrawal', 'refund']}
                  statementQuery={statementQuery}
                />
              </TabPanel>
              <TabPanel value="withdrawals">
                <h2 className="sr-only">Withdrawals</h2>
                {isLocked ? (
                  <Locked approval={approval} sentenceStart="Withdrawals open" />
                ) : (
                  <WithdrawalHistory deferredWithdrawals={withdrawals} />
                )}
              </TabPanel>
            </Tabs>
          </section>
        </div>
        <section {...section('withdraw-funds')} className="min-w-0 scroll-mt-24 lg:sticky lg:top-24">
          {isLocked ? (
            <Locked approval={approval} sentenceStart="Withdrawals open" level={2} />
          ) : (
            <Card>
              <CardHeader title="Withdraw Funds" description="To your bank account in India" />
              <WithdrawForm balance={figures.available} remembered={remembered} nextId={nextId} answer={answer} />
            </Card>
          )}
        </section>
      </div>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useEffect(() => {
    toast({ kind: 'error', text: 'Failed to load wallet data', id: 'wallet' })
  }, [])
  return <LoadError heading="Error loading wallet data" text="Failed to load wallet data" error={error} />
}
