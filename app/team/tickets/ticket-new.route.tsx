import { redirect } from 'react-router'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { ComplaintForm } from '#app/team/tickets/complaint-form.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { enterComplaint } from '#domain/tickets/enter-complaint.server.ts'
import { ticketAcknowledgeHours } from '#kernel/limits.ts'
import type { Route } from './+types/ticket-new.route'

export const loader = serve('supportPeople', async () => null)

export const action = serve('supportPeople', async ({ context }, { request }: Route.ActionArgs) => {
  const form = await readForm(request)
  const readText = (name: string) => String(form.get(name) ?? '')
  const input = { email: readText('email'), sessionId: readSessionId(readText('session')), text: readText('words') }
  const result = await catchRefusal(enterComplaint(context, input))
  if (typeof result !== 'number') return result
  throw redirect(`/team/tickets/${result}`)
})

/** Accepts a session URL or a session id. */
function readSessionId(text: string): string {
  return text.trim().replace(/^.*\/sessions\//, '')
}

export default function NewTicket({ actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to="/team/tickets">Refunds and complaints</BackLink>
      <TeamHeading title="Enter a complaint">
        Enter complaints received by email or phone. Acknowledge them within {ticketAcknowledgeHours} hours.
      </TeamHeading>
      <ComplaintForm problem={actionData?.refusal.text} />
    </>
  )
}
