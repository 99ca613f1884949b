import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { type AccountFields, AccountForm } from '#app/account/account-form.tsx'
import type { SignInAnswer } from '#app/account/sign-in-answer.ts'
import { findFlashToast } from '#app/base/flash-text.ts'
import { useProduct } from '#app/base/product.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

type Props = {
  /** Shown above the form. */
  message?: ReactNode
  /** Whether to start with the login, because the user was signed out. */
  startsWithLogin: boolean
  fields: AccountFields
  onFields(fields: AccountFields): void
  onBack(): void
  /** Called when the viewer is loaded. `doneText` confirms the sign-in. */
  onSignedIn(doneText: string): void
}

/** Signs up, or logs in, without leaving a dialog. */
export function AccountStep({ message, startsWithLogin, fields, onFields, onBack, onSignedIn }: Props) {
  const { name } = useProduct()
  const { revalidate } = useRevalidator()
  const { pathname, search } = useLocation()
  const [mode, setMode] = useState<'sign up' | 'log in'>(startsWithLogin ? 'log in' : 'sign up')
  const [hasOtherRole, setHasOtherRole] = useState(false)
  const isNew = mode === 'sign up'

  const finish = async ({ role, flash }: SignInAnswer) => {
    await revalidate()
    if (role === 'expert' || role === 'team') setHasOtherRole(true)
    else onSignedIn(findFlashToast(flash, name)?.text ?? '')
  }

  if (hasOtherRole) {
    return (
      <Notice
        title="Only students can request sessions."
        announce
        action={
          <Link to="/profile" className="font-semibold underline underline-offset-4">
            Go to your own pages
          </Link>
        }
      >
        You are logged in. To ask an expert, log in with a student account.
      </Notice>
    )
  }
  return (
    <div>
      <Button variant="quiet" size="small" onClick={onBack} className="-ml-3.5">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Back to your question
      </Button>
      {message && <div className="my-3">{message}</div>}
      <h3 className="mt-1 text-lead font-semibold">{isNew ? 'Create an Account' : 'Log in'}</h3>
      <AccountForm
        key={mode}
        isNew={isNew}
        fields={fields}
        onFields={onFields}
        onDone={finish}
        onLogInInstead={() => setMode('log in')}
      />
      <p className="mt-3 flex flex-wrap items-center justify-center gap-x-5 text-small">
        <button
          type="button"
          onClick={() => setMode(isNew ? 'log in' : 'sign up')}
          className="min-h-11 font-semibold text-accent underline underline-offset-4"
        >
          {isNew ? 'I already have an account' : 'Create an account'}
        </button>
        {!isNew && (
          <Link
            to={`/login?redirect=${encodeURIComponent(pathname + search)}`}
            className="inline-flex min-h-11 items-center text-soft underline underline-offset-4"
          >
            Use a passkey or reset the password
          </Link>
        )}
      </p>
    </div>
  )
}
