import { LockKeyhole } from 'lucide-react'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { refusals } from '#kernel/refusals.ts'

/** Shown to visitors instead of an expert's own page. The login returns to that page. */
export function AuthenticationRequired({ page }: { page: string }) {
  return (
    <div className="page max-w-form py-16 md:py-24">
      <Card className="flex flex-col items-center py-10 text-center md:py-12">
        <LockKeyhole className="size-9 text-quiet" aria-hidden="true" />
        <h1 className="mt-5 text-title">Authentication Required</h1>
        <p className="mt-2 text-soft">{refusals.not_signed_in.text}</p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <ButtonLink to="/" variant="outline">
            Go Home
          </ButtonLink>
          <ButtonLink to={`/login?redirect=${page}`}>Log In</ButtonLink>
        </div>
      </Card>
    </div>
  )
}
