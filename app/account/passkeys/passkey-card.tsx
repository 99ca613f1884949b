import { KeyRound } from 'lucide-react'
import { Form } from 'react-router'
import type { FormProblem } from '#app/account/login-form.tsx'
import { NewPasskeyForm } from '#app/account/passkeys/new-passkey-form.tsx'
import { PasswordDialog } from '#app/account/password-dialog.tsx'
import { RecoveryCodes } from '#app/account/recovery-codes.tsx'
import { anotherFactorNeeded } from '#app/account/second-factor.tsx'
import { useZone } from '#app/base/zone.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { OwnPasskey } from '#domain/sign-in/contract.ts'
import { dayAndTime } from '#kernel/time.ts'

type Props = {
  passkeys: OwnPasskey[]
  isOffered: boolean
  isTeam: boolean
  /** Whether a team member has one passkey and no authenticator. */
  isOnlyFactor: boolean
  /** The recovery codes created with a new passkey. Undefined if no passkey was just added. */
  newRecoveryCodes: string[] | undefined
  addProblem: FormProblem
  removeProblem: FormProblem
}

/** Lists the user's passkeys, and lets the user add and remove them. */
export function PasskeyCard({
  passkeys,
  isOffered,
  isTeam,
  isOnlyFactor,
  newRecoveryCodes,
  addProblem,
  removeProblem,
}: Props) {
  return (
    <Card as="section" aria-label="Passkeys" className="mt-6">
      <CardHeader
        title="Passkeys"
        description="Log in with the fingerprint, face or screen lock of your device, without a password."
      />
      {isOffered && <Offer isTeam={isTeam} />}
      {newRecoveryCodes && (
        <Notice tone="good" className="mt-5" title="The passkey is added" announce>
          You can log in with it from now on.
          <RecoveryCodes codes={newRecoveryCodes} />
        </Notice>
      )}
      {passkeys.length > 0 && (
        <ul aria-label="Your passkeys" className="mt-3 divide-y divide-line">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} isOnlyFactor={isOnlyFactor} problem={removeProblem} />
          ))}
        </ul>
      )}
      {/* The key resets the form, including the password, whenever a passkey is added or removed. */}
      <NewPasskeyForm key={passkeys.length} problem={addProblem} />
    </Card>
  )
}

function Offer({ isTeam }: { isTeam: boolean }) {
  return (
    <Notice className="mt-5" title="Faster and safer than a password">
      <p>
        A passkey stays on your devices, and cannot be guessed or entered on a wrong site.{' '}
        {isTeam
          ? 'It is a second factor: your password then works only with an authenticator code or a recovery code.'
          : 'Your password still works.'}
      </p>
      <Form method="post" className="mt-2">
        <input type="hidden" name="act" value="dismiss_passkeys" />
        <Button type="submit" size="small" variant="quiet">
          Do not show this again
        </Button>
      </Form>
    </Notice>
  )
}

type RowProps = { passkey: OwnPasskey; isOnlyFactor: boolean; problem: FormProblem }

function Row({ passkey: { id, name, createdAt, lastUsedAt }, isOnlyFactor, problem }: RowProps) {
  const zone = useZone()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <KeyRound className="size-5 shrink-0 text-quiet" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-small text-quiet">
          Added <time dateTime={createdAt.toISOString()}>{dayAndTime(createdAt, zone)}</time>,{' '}
          {lastUsedAt ? (
            <>
              last used <time dateTime={lastUsedAt.toISOString()}>{dayAndTime(lastUsedAt, zone)}</time>
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <PasswordDialog
        title={`Remove the passkey “${name}”?`}
        description={`You can no longer log in with it. Delete it on your device, too.${isOnlyFactor ? ` ${anotherFactorNeeded}` : ''}`}
        trigger={
          <Button size="small" variant="outline" aria-label={`Remove ${name}`}>
            Remove
          </Button>
        }
        fields={{ act: 'remove_passkey', passkeyId: id }}
        submit="Remove the passkey"
        problem={problem}
      />
    </li>
  )
}
