import type { FormProblem } from '#app/account/login-form.tsx'
import { PasswordDialog } from '#app/account/password-dialog.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'

/** Lets users download their data or delete their account. */
export function DataRights({ problem }: { problem: FormProblem }) {
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
          description="Your name, address, profile, photo and sign-ins are removed at once. This cannot be undone."
          trigger={<Button variant="quiet">Delete your account</Button>}
          fields={{ act: 'delete_account' }}
          submit="Delete for good"
          problem={problem}
        />
      </div>
    </Card>
  )
}
