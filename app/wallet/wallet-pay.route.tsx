import { FlaskConical, LockKeyhole } from 'lucide-react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { BackLink } from '#app/ui/back-link.tsx'
import { minutesHint } from '#app/wallet/amount-to-add.ts'
import type { WalletAnswer } from '#app/wallet/wallet-answer.ts'
import { useAnswerToast } from '#app/wallet/use-answer-toast.ts'
import { redirectToLogin, redirectToOwnPage } from '#app/base/own-pages.server.ts'
import { pathOf } from '#app/base/request.server.ts'
import { pageMeta } from '#app/base/public-page.ts'
import { readForm, type RefusedRequest, serve } from '#app/base/serve.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { cancelPayment } from '#domain/wallet/cancel-payment.server.ts'
import { chooseDemoOutcome } from '#domain/wallet/choose-demo-outcome.server.ts'
import { getOwnPayment } from '#domain/wallet/payment-queries.server.ts'
import { sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'
import { formTargetHeader } from '#app/base/form-target.ts'
import type { Route } from './+types/wallet-pay.route'

export const loader = serve(
  { policy: 'student', otherwise: redirectOthers },
  async ({ context, payments, product }, { params }: Route.LoaderArgs) => {
    const { id, amount, state, provider, orderId } = await getOwnPayment(context, params.id)
    if (state === 'paid' || state === 'pending') throw redirect(`/user/wallet?payment=${id}`)
    if (payments?.kind !== provider || !orderId) return data({ amount, checkout: null, open: false })
    if (payments.kind === 'demo') return data({ amount, checkout: null, open: true })
    const returnUrl = `${product.origin}/payment-return?payment=${id}`
    const checkout = payments.checkout({
      orderId,
      amount,
      productName: product.name,
      returnUrl,
      cancelUrl: returnUrl,
    })
    const headers = { [formTargetHeader]: new URL(checkout.action).origin }
    return data({ amount, checkout, open: true }, { headers })
  },
)

function redirectOthers({ context, request }: RefusedRequest): never {
  redirectToOwnPage(context.actor, 'wallet')
  return redirectToLogin(pathOf(request))
}

export const action = serve('student', async ({ context, payments }, { request, params }: Route.ActionArgs) => {
  const choice = String((await readForm(request)).get('choice'))
  const ctx = { ...context, payments }
  if (choice === 'cancel') await cancelPayment(ctx, (await getOwnPayment(context, params.id)).id)
  else await chooseDemoOutcome(ctx, { paymentId: params.id, choice })
  throw redirect(`/user/wallet?payment=${params.id}`)
})

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, {
    title: 'Pay',
    description: 'Add money to your wallet.',
    path: `/user/wallet/pay/${params.id}`,
  })

export default function WalletPayPage({ loaderData, actionData }: Route.ComponentProps) {
  const { amount, checkout, open } = loaderData
  return (
    <div className="page max-w-form py-6 md:py-10">
      <BackLink to="/user/wallet">Back to wallet</BackLink>
      <h1 className="mt-2 text-title">Add {formatRupees(amount)} to your wallet</h1>
      <p className="mt-1 mb-6 text-soft">{minutesHint(String(amount / 100), sessionRatePaisePerMinute)}</p>
      {!open && (
        <Notice title="This payment cannot continue">
          It could not be started, or its payment provider is no longer connected. Nothing was charged. Go back and
          start again.
        </Notice>
      )}
      {open && checkout && <RazorpayForm amount={amount} {...checkout} answer={actionData} />}
      {open && !checkout && <DemoProvider amount={amount} answer={actionData} />}
    </div>
  )
}

/** Returns to the wallet. A payment that succeeds later is credited anyway. */
function CancelForm() {
  const busy = useNavigation().formData?.get('choice') === 'cancel'
  return (
    <Form method="post" replace className="mt-3">
      <Button type="submit" name="choice" value="cancel" variant="quiet" busy={busy} className="w-full">
        Cancel
      </Button>
    </Form>
  )
}

function DemoProvider({ amount, answer }: { amount: Paise; answer: WalletAnswer | undefined }) {
  const chosen = useNavigation().formData?.get('choice')
  useAnswerToast(answer, 'Failed to add funds to wallet')
  return (
    <Card>
      <p className="flex gap-2.5 text-soft">
        <FlaskConical className="mt-1 size-4 shrink-0" aria-hidden="true" />
        This is the demo payment provider. No bank is involved and no money moves. Choose the result of the payment.
      </p>
      <Form method="post" replace className="mt-6 grid gap-3">
        <Button type="submit" name="choice" value="pay" busy={chosen === 'pay'}>
          Pay {formatRupees(amount)}
        </Button>
        <Button type="submit" name="choice" value="fail" variant="outline" busy={chosen === 'fail'}>
          Fail
        </Button>
        <Button type="submit" name="choice" value="wait" variant="outline" busy={chosen === 'wait'}>
          Stay pending
        </Button>
      </Form>
      <CancelForm />
      <Problem answer={answer} />
      <p className="mt-4 text-small text-quiet">A pending payment completes automatically after about half a minute.</p>
    </Card>
  )
}

/** The reason of a failure, below the buttons. The toast announces it. */
function Problem({ answer }: { answer: WalletAnswer | undefined }) {
  const isIdle = useNavigation().state === 'idle'
  return answer?.refusal && isIdle && <p className="mt-3 text-small text-bad">{answer.refusal.text}</p>
}

type Checkout = { amount: Paise; action: string; fields: Record<string, string> }

/** A native form instead of the router's, because it navigates to the provider's page. */
function RazorpayForm({ amount, action, fields, answer }: Checkout & { answer: WalletAnswer | undefined }) {
  useAnswerToast(answer, 'The payment was not cancelled')
  return (
    <Card>
      <p className="text-soft">
        You pay on Razorpay’s own page, by UPI, card or netbanking, and come back here. We never see your card.
      </p>
      <form method="post" action={action} className="mt-6">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" className="w-full">
          <LockKeyhole className="size-4" aria-hidden="true" />
          Pay {formatRupees(amount)} with Razorpay
        </Button>
      </form>
      <CancelForm />
      <Problem answer={answer} />
    </Card>
  )
}
