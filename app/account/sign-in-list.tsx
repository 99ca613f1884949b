import { Monitor, Smartphone } from 'lucide-react'
import { Form } from 'react-router'
import { useZone } from '#app/base/zone.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import type { SignIn } from '#domain/accounts/contract.ts'
import { browserName } from '#domain/accounts/rules.ts'
import { dayAndTime } from '#kernel/time.ts'

/** Lists the sign-ins of the user, with a button to end each one. */
export function SignInList({ signIns }: { signIns: SignIn[] }) {
  const others = signIns.filter(({ current }) => !current)
  return (
    <Card as="section" className="mt-6">
      <CardHeader title="Where you are signed in" description="Log out of any that you do not recognise or use." />
      <ul className="mt-3 divide-y divide-line">
        {signIns.map((signIn) => (
          <Row key={signIn.id} signIn={signIn} />
        ))}
      </ul>
      {others.length > 0 && (
        <Form method="post" className="mt-4">
          <input type="hidden" name="act" value="end_others" />
          <Button type="submit" variant="outline">
            Log out of all others
          </Button>
        </Form>
      )}
    </Card>
  )
}

function Row({ signIn }: { signIn: SignIn }) {
  const zone = useZone()
  const isPhone = /Mobile|Android|iPhone/.test(signIn.userAgent)
  const Icon = isPhone ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <Icon className="size-5 shrink-0 text-quiet" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{browserName(signIn.userAgent)}</p>
        <p className="text-small text-quiet">
          {signIn.address || 'unknown network address'}, last used{' '}
          <time dateTime={signIn.lastUsedAt.toISOString()}>{dayAndTime(signIn.lastUsedAt, zone)}</time>
        </p>
      </div>
      {signIn.current ? (
        <Badge tone="good">This browser</Badge>
      ) : (
        <Form method="post">
          <input type="hidden" name="act" value="end" />
          <input type="hidden" name="signInId" value={signIn.id} />
          <Button type="submit" size="small" variant="outline">
            Log out
          </Button>
        </Form>
      )}
    </li>
  )
}
