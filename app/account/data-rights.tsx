import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#app/account/login-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'

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
        <DeleteAccount problem={problem} />
      </div>
    </Card>
  )
}

function DeleteAccount({ problem }: { problem: FormProblem }) {
  const [open, setOpen] = useState(false)
  const busy = useNavigation().formData?.get('act') === 'delete_account'
  return (
    <Dialog
      title="Delete your account?"
      description="Your name, address, profile, photo and sign-ins are removed at once. This cannot be undone."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button variant="quiet">Delete your account</Button>}
    >
      <Form method="post" className="space-y-5">
        <input type="hidden" name="act" value="delete_account" />
        {problem && (
          <Notice tone="bad" announce>
            {problem.refusal.text}
          </Notice>
        )}
        <Field label="Your password" hint="To confirm that it is you." required>
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
        <Button type="submit" variant="danger" busy={busy}>
          Delete for good
        </Button>
      </Form>
    </Dialog>
  )
}
