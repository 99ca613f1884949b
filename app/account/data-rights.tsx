import type { FormProblem } from '#app/account/login-form.tsx'
import { PasswordDialog } from '#app/account/password-dialog.tsx'
import { useTopic } from '#app/base/live/use-topic.ts'
import { ownLinks } from '#app/base/own-links.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import type { Viewer } from '#app/base/viewer.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatRupees, type Paise, paise } from '#kernel/money.ts'

/** Lets users download their data or delete their account. */
export function DataRights({ problem }: { problem: FormProblem }) {
  const viewer = useViewer()
  const money = useOwnMoney(viewer)
  return (
    <Card as="section" className="mt-6">
      <CardHeader title="Your data" description="Download a copy, or delete your account." />
      <div className="mt-5 flex flex-wrap gap-3">
        <a
          href="/own-data"
          download
          className="inline-flex min-h-11 items-center rounded-control border border-line-strong px-5 font-semibold hover:bg-float"
        >
          Download your data
        </a>
        <PasswordDialog
          title="Delete your account?"
          description="Your name, address, profile, photo and sign-ins are removed immediately. This cannot be undone."
          trigger={<Button variant="quiet">Delete your account</Button>}
          fields={{ act: 'delete_account' }}
          submit="Delete permanently"
          problem={problem}
          obstacle={money > 0 ? <MoneyLeft viewer={viewer} money={money} /> : undefined}
        />
      </div>
    </Card>
  )
}

/** Returns the money in the wallet, including the amount on hold for a session. */
function useOwnMoney(viewer: Viewer | null): Paise {
  const loaded = viewer?.wallet ?? null
  const wallet = useTopic(viewer && loaded ? `wallet:${viewer.id}` : null, loaded)
  return paise(wallet ? wallet.available + wallet.onHold : 0)
}

function MoneyLeft({ viewer, money }: { viewer: Viewer | null; money: Paise }) {
  return (
    <Notice
      title={`There is still ${formatRupees(money)} in your wallet`}
      action={
        <ButtonLink to={ownLinks(viewer).wallet.to} variant="outline" size="small">
          Go to your wallet
        </ButtonLink>
      }
    >
      {viewer?.role === 'expert'
        ? 'Withdraw it first. You can delete your account when your wallet is empty.'
        : 'Use it or have it sent back first. You can delete your account when your wallet is empty.'}
    </Notice>
  )
}
