import { Form, useNavigation } from 'react-router'
import type { FormProblem } from '#app/account/login-form.tsx'
import { PasswordDialog } from '#app/account/password-dialog.tsx'
import { RecoveryCodes } from '#app/account/recovery-codes.tsx'
import { useAccountFormErrors } from '#app/account/use-account-form-errors.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { counted } from '#kernel/count-text.ts'

type ScanStep = { act: 'scan'; secret: string; picture: string; problem?: string | undefined }
type SecondFactorStep = ScanStep | { act: 'codes'; recoveryCodes: string[] } | undefined

type Props = {
  isOn: boolean
  isTeam: boolean
  hasPasskey: boolean
  recoveryCodesLeft: number
  step: SecondFactorStep
  findProblem: (act: string) => FormProblem
}

/** Sets up an authenticator in steps: password, QR code, confirmation code, recovery codes. Also removes it. */
export function SecondFactor({ isOn, isTeam, hasPasskey, recoveryCodesLeft, step, findProblem }: Props) {
  const codes = step?.act === 'codes' ? step.recoveryCodes : []
  return (
    <Card as="section" aria-label="Authenticator" className="mt-6">
      <CardHeader
        title="Authenticator"
        description="Log in with your password and a code from an app on your phone."
        action={isOn ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
      />
      {step?.act === 'scan' && <Scan step={step} />}
      {codes.length > 0 && (
        <Notice tone="good" className="mt-5" title="Your new recovery codes" announce>
          <RecoveryCodes codes={codes} />
        </Notice>
      )}
      {!isOn && step?.act !== 'scan' && <Start problem={findProblem('start_second_factor')} />}
      {recoveryCodesLeft > 0 && (
        <p className="mt-5 text-soft">
          {counted(recoveryCodesLeft, 'recovery code is', 'recovery codes are')} left. Each one works once, if you do
          not have your phone.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {(isOn || recoveryCodesLeft > 0) && (
          <PasswordDialog
            key={codes[0]}
            title="Create new recovery codes?"
            description="The earlier ones no longer work."
            trigger={<Button variant="outline">New recovery codes</Button>}
            fields={{ act: 'renew_recovery_codes' }}
            submit="Create new codes"
            problem={findProblem('renew_recovery_codes')}
          />
        )}
        {isOn && (
          <PasswordDialog
            title="Remove the authenticator?"
            description={isTeam ? teamRemoval(hasPasskey) : 'Then your password alone is enough to log in.'}
            trigger={<Button variant="quiet">Remove the authenticator</Button>}
            fields={{ act: 'remove_second_factor' }}
            submit="Remove it"
            problem={findProblem('remove_second_factor')}
          />
        )}
      </div>
    </Card>
  )
}

/** Shown to a team member before the last second factor is removed. */
export const anotherFactorNeeded =
  'Team members need a second factor: add a passkey or another authenticator afterwards.'

function teamRemoval(hasPasskey: boolean): string {
  return hasPasskey
    ? 'Then you log in with your passkey, or with your password and a recovery code.'
    : anotherFactorNeeded
}

const fieldOf = { wrong_current_password: 'password' } as const

function Start({ problem }: { problem: FormProblem }) {
  const busy = useNavigation().formData?.get('act') === 'start_second_factor'
  const { form, errors, formError, check } = useAccountFormErrors(
    { password: 'password' },
    { answer: problem, fieldOf },
  )
  return (
    <Form ref={form} method="post" noValidate onSubmit={check} className="mt-5 space-y-5">
      <input type="hidden" name="act" value="start_second_factor" />
      {formError && !busy && (
        <Notice tone="bad" announce>
          {formError}
        </Notice>
      )}
      <Field label="Current password" error={errors.password} required>
        <PasswordInput name="password" autoComplete="current-password" enterKeyHint="done" />
      </Field>
      <Button type="submit" variant="outline" busy={busy}>
        Set up the authenticator
      </Button>
    </Form>
  )
}

function Scan({ step: { secret, picture, problem } }: { step: ScanStep }) {
  return (
    <div className="mt-5 space-y-5">
      <p className="text-soft">Scan this with the app, or type the key into it. Then enter the code from the app.</p>
      <img src={picture} alt="QR code of the key" className="size-44 rounded-control bg-text p-2" />
      <p className="figures text-balance">{secret.replaceAll(/(.{4})/g, '$1 ').trim()}</p>
      <Form method="post" className="space-y-4">
        <input type="hidden" name="act" value="confirm_second_factor" />
        <input type="hidden" name="secret" value={secret} />
        <Field label="Code" error={problem} required>
          <TextInput name="code" inputMode="numeric" autoComplete="one-time-code" enterKeyHint="done" />
        </Field>
        <Button type="submit">Turn it on</Button>
      </Form>
    </div>
  )
}
