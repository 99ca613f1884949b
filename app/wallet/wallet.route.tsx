import { randomUUID } from 'node:crypto'
import { LogIn, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { data, redirect, redirectDocument, useRevalidator, useSearchParams } from 'react-router'
import { LoadError } from '#app/base/load-error.tsx'
import { redirectToOwnPage } from '#app/base/own-pages.server.ts'
import { pageMeta } from '#app/base/public-page.ts'
import { readForm, type RefusedRequest, serve } from '#app/base/serve.server.ts'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.ts'
import { AddMoney } from '#app/wallet/add-money-form.tsx'
import { BalanceCard } from '#app/wallet/balance-card.tsx'
import { DailyLimit } from '#app/wallet/daily-limit-card.tsx'
import { PaymentOutcome } from '#app/wallet/payment-outcome.tsx'
import { ReturnMoney } from '#app/wallet/return-money-card.tsx'
import { readStatementQuery } from '#app/wallet/statement-query.server.ts'
import { Statement } from '#app/wallet/statement.tsx'
import { PendingMoney } from '#app/wallet/pending-money.tsx'
import { useWallet } from '#app/wallet/use-wallet.ts'
import { answerFor, type WalletAnswer } from '#app/wallet/wallet-answer.ts'
import { listStatement } from '#domain/sessions/statement.server.ts'
import { findOwnPayment, getReturnable, getSpending, listPending } from '#domain/wallet/payment-queries.server.ts'
import { getWalletFigures } from '#domain/wallet/queries.server.ts'
import { returnUnusedMoney } from '#domain/wallet/return-unused-money.server.ts'
import { setDailyLimit } from '#domain/wallet/set-daily-limit.server.ts'
import { startPayment } from '#domain/wallet/start-payment.server.ts'
import { formatRupees } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/wallet.route'

const studentLines = ['top-up', 'session', 'refund', 'sent back'] as const

export const loader = serve(
  { policy: 'student', otherwise: redirectOthers },
  async ({ context, payments }, { request }: Route.LoaderArgs) => {
    const statementQuery = readStatementQuery(request)
    const paymentId = new URL(request.url).searchParams.get('payment') ?? ''
    const [figures, page, underWay, returnable, spending, outcome] = await Promise.all([
      getWalletFigures(context, context.actor.id),
      listStatement(context, statementQuery),
      listPending(context),
      getReturnable({ ...context, payments }),
      getSpending(context),
      findOwnPayment(context, paymentId),
    ])
    const provider = payments?.kind ?? ('none' as const)
    const newId = randomUUID()
    const now = context.clock.now()
    return {
      wallet: {
        figures,
        page,
        asked: statementQuery,
        underWay,
        returnable,
        spending,
        outcome,
        provider,
        newId,
        now,
      },
    }
  },
)

function redirectOthers({ context }: RefusedRequest): { wallet: null } {
  redirectToOwnPage(context.actor, 'wallet')
  return { wallet: null }
}

export const action = serve('student', async ({ context, payments, payouts }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const readText = (name: string) => String(form.get(name) ?? '')
  const [act, id, amount] = [readText('act'), readText('id'), readText('amount')]
  const ctx = { ...context, payments }
  try {
    if (act === 'add') {
      const payment = await startPayment(ctx, { id, amount, isDemo: payouts === 'demo' })
      const to = `/user/wallet/pay/${payment.id}`
      // The payment page posts to the provider, which this document's CSP forbids, so it needs a full page load.
      return payments?.kind === 'demo' ? redirect(to) : redirectDocument(to)
    }
    if (act === 'send_back') {
      const sent = await returnUnusedMoney(ctx, { id, amount })
      const done = `${formatRupees(sent.amount)} is on its way back to where you paid from`
      return data<WalletAnswer>({ act, done, usedUp: id })
    }
    if (act !== 'limit') throw new Refusal('invalid_input')
    const limit = await setDailyLimit(ctx, { amount })
    const done = limit ? `You spend at most ${formatRupees(limit)} in a day` : 'Your daily limit is removed'
    return data<WalletAnswer>({ act, done })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const refusal = { code: error.code, text: error.message }
    const usedUp = error.code === 'other_request' ? id : undefined
    return data<WalletAnswer>({ act, typed: amount, refusal, usedUp }, { status: error.status })
  }
})

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Student Wallet',
    description: 'Your balance, the money you add, and your transactions.',
    path: '/user/wallet',
  })

export default function StudentWalletPage({ loaderData: { wallet }, actionData }: Route.ComponentProps) {
  return wallet ? <StudentWallet wallet={wallet} answer={actionData} /> : <LoggedOut />
}

type Wallet = NonNullable<Route.ComponentProps['loaderData']['wallet']>

function StudentWallet({ wallet, answer }: { wallet: Wallet; answer: WalletAnswer | undefined }) {
  const { page, asked: statementQuery, underWay, returnable, spending, outcome, provider, newId, now } = wallet
  const isUnsettled = underWay.payments.length + underWay.returns.length > 0
  const figures = useWallet(wallet.figures, { isUnsettled })
  const [search] = useSearchParams()
  return (
    <div className="page py-6 md:py-10">
      <BackLink to="/user/profile">Back to profile</BackLink>
      <div className="mt-2 mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title">Student Wallet</h1>
        <RefreshButton />
      </div>
      {outcome && <PaymentOutcome payment={outcome} />}
      {answer?.done && (
        <noscript>
          <Notice tone="good" title={answer.done} announce className="mb-5" />
        </noscript>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <BalanceCard figures={figures} />
        <div className="lg:row-span-2">
          <AddMoney
            provider={provider}
            newId={newId}
            answer={answerFor('add', answer)}
            suggestedAmount={search.get('amount')}
          />
        </div>
        <div className="grid gap-5">
          <ReturnMoney
            returnable={returnable}
            newId={newId}
            isDemo={provider === 'demo'}
            answer={answerFor('send_back', answer)}
          />
          <DailyLimit spending={spending} answer={answerFor('limit', answer)} />
        </div>
      </div>
      <section aria-labelledby="history" className="mt-10">
        <h2 id="history" className="mb-4 text-lead font-semibold">
          Transaction History
        </h2>
        <PendingMoney {...underWay} now={now} />
        {figures.onHold > 0 && (
          <p className="figures mb-4 text-small text-quiet">
            The balance after each transaction includes the {formatRupees(figures.onHold)} on hold.
          </p>
        )}
        <Statement page={page} now={now} kinds={studentLines} statementQuery={statementQuery} />
      </section>
    </div>
  )
}

/** Without scripts this form reloads the page. */
function RefreshButton() {
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    await revalidate()
    setBusy(false)
    toast({ kind: 'success', text: 'Wallet data refreshed', id: 'refresh' })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void refresh()
      }}
    >
      <Button type="submit" variant="outline" size="small" busy={busy}>
        <RefreshCw className="size-4" aria-hidden="true" />
        Refresh Data
      </Button>
    </form>
  )
}

function LoggedOut() {
  return (
    <div className="page flex max-w-form flex-col items-center py-20 text-center md:py-28">
      <h1 className="text-title">Please log in to access your wallet</h1>
      <ButtonLink to="/login?from=wallet" className="mt-7">
        <LogIn className="size-5" aria-hidden="true" />
        Log in
      </ButtonLink>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  useEffect(() => {
    toast({ kind: 'error', text: 'Failed to load wallet data', id: 'wallet' })
  }, [])
  return <LoadError heading="Error loading wallet data" text="Failed to load wallet data" error={error} />
}
