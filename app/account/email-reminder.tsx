import { Link, useFetcher } from 'react-router'
import { ownSecurityPath } from '#app/base/own-links.ts'
import type { Viewer } from '#app/base/viewer.ts'
import { Button } from '#app/ui/button.tsx'

type Answer = { done: string } | { refusal: { text: string } } | undefined

/** Shown on every page until the email address is confirmed. */
export function EmailReminder({ viewer }: { viewer: Viewer }) {
  const fetcher = useFetcher<Answer>({ key: 'email link' })
  if (!viewer.emailUnconfirmed) return null
  const answer = fetcher.data
  return (
    <section aria-label="Confirm your email address" className="border-b border-line bg-raised">
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 text-small">
        <p className="min-w-0 flex-1 basis-64 wrap-anywhere text-soft">
          Please confirm your email address <strong className="font-semibold text-text">{viewer.email}</strong> with the
          link that we sent you. {viewer.role !== 'expert' && 'Until then you cannot book or have money sent back. '}
          Is the address wrong?{' '}
          <Link to={ownSecurityPath(viewer)} className="text-text underline underline-offset-4">
            Correct it
          </Link>
          .
        </p>
        <fetcher.Form method="post" action="/email-link">
          <Button type="submit" variant="outline" size="small" busy={fetcher.state !== 'idle'}>
            Send the link again
          </Button>
        </fetcher.Form>
        <p role="status" className="basis-full text-text empty:hidden">
          {answer && ('done' in answer ? answer.done : answer.refusal.text)}
        </p>
      </div>
    </section>
  )
}
