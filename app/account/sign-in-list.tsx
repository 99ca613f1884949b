import { Monitor, Smartphone } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import type { FormProblem } from '#app/account/login-form.tsx'
import { PasswordDialog } from '#app/account/password-dialog.tsx'
import { useZone } from '#app/base/zone.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { SignIn } from '#domain/accounts/contract.ts'
import { browserName } from '#domain/accounts/rules.ts'
import { dayAndTime } from '#kernel/time.ts'

type Props = {
  signIns: SignIn[]
  endProblem: FormProblem
  /** The sign-in that could not be ended. An older server does not name it. */
  refusedId?: string
  endOthersProblem: FormProblem
}

const listTitle = 'Where you are signed in'

/** Lists the sign-ins of the user, with a button to end each one. */
export function SignInList({ signIns, endProblem, refusedId, endOthersProblem }: Props) {
  const section = useRef<HTMLElement>(null)
  const others = signIns.filter(({ current }) => !current)
  return (
    <section ref={section} tabIndex={-1} aria-label={listTitle} className="mt-6 outline-none">
      <Card>
        <CardHeader title={listTitle} description="Log out of any that you do not recognise or use." />
        <ul className="mt-3 divide-y divide-line">
          {signIns.map((signIn) => (
            <Row
              key={signIn.id}
              signIn={signIn}
              problem={refusedId === undefined || refusedId === signIn.id ? endProblem : undefined}
              returnTo={section}
            />
          ))}
        </ul>
        {others.length > 0 && (
          <div className="mt-4">
            <PasswordDialog
              title="Log out of all others?"
              description="You stay logged in only in this browser."
              trigger={<Button variant="outline">Log out of all others</Button>}
              fields={{ act: 'end_others' }}
              submit="Log out of all others"
              problem={endOthersProblem}
              returnTo={section}
            />
          </div>
        )}
      </Card>
    </section>
  )
}

type RowProps = { signIn: SignIn; problem: FormProblem; returnTo: RefObject<HTMLElement | null> }

function Row({ signIn, problem, returnTo }: RowProps) {
  const zone = useZone()
  const lastUsed = `last used ${dayAndTime(signIn.lastUsedAt, zone)}`
  const isPhone = /Mobile|Android|iPhone/.test(signIn.userAgent)
  const Icon = isPhone ? Smartphone : Monitor
  const name = browserName(signIn.userAgent)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <Icon className="size-5 shrink-0 text-quiet" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{name}</p>
        <p className="text-small text-quiet">
          {signIn.address || 'unknown network address'}, last used{' '}
          <time dateTime={signIn.lastUsedAt.toISOString()}>{dayAndTime(signIn.lastUsedAt, zone)}</time>
        </p>
      </div>
      {signIn.current ? (
        <Badge tone="good">This browser</Badge>
      ) : (
        <PasswordDialog
          title={`Log out of ${name}?`}
          description={`It was ${lastUsed}. It can then no longer use your account without logging in.`}
          trigger={
            <Button size="small" variant="outline" aria-label={`Log out of ${name}, ${lastUsed}`}>
              Log out
            </Button>
          }
          fields={{ act: 'end', signInId: signIn.id }}
          submit="Log out"
          problem={problem}
          returnTo={returnTo}
        />
      )}
    </li>
  )
}
