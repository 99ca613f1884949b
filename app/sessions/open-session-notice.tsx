import { personOf, sessionStateLabel } from '#app/sessions/session-text.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { SessionView } from '#domain/sessions/contract.ts'

/** Links to the viewer's open session. */
export function OpenSessionNotice({ session, to }: { session: SessionView; to: string }) {
  return (
    <Notice
      title={`A session with ${personOf(session).name} is open`}
      announce
      className="mb-5"
      action={
        <ButtonLink to={to} variant="outline" size="small">
          Open it
        </ButtonLink>
      }
    >
      {sessionStateLabel(session).label}
    </Notice>
  )
}
