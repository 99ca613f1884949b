import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { useZone } from '#app/base/zone.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { Deliveries, mailKindLabel } from '#app/team/mails/deliveries.tsx'
import { MailFiles } from '#app/team/mails/mail-files.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type QueuedMail, mailTable } from '#domain/mails/contract.ts'
import { resendMail } from '#domain/mails/resend-mail.server.ts'
import { policies } from '#domain/policy.ts'
import { listQueuedMails, readMailTable } from '#domain/team/mail-table.server.ts'
import { counted } from '#kernel/count-text.ts'
import { readTableQuery } from '#kernel/table.ts'
import { dayAndTime } from '#kernel/time.ts'
import type { Route } from './+types/outbox.route'

/** The mails contain links that give access to accounts, even of colleagues, so only administrators see them. */
export const loader = serve('supportPeople', async ({ context, listOutbox }, { request }: Route.LoaderArgs) => {
  const tableQuery = readTableQuery(mailTable, new URL(request.url).searchParams)
  return {
    asked: tableQuery,
    page: await readMailTable(context, tableQuery),
    queued: await listQueuedMails(context),
    files: policies.manageTeam(context.actor) ? await listOutbox() : [],
  }
})

export const action = serve('supportPeople', async ({ context }, { request }: Route.ActionArgs) => {
  const id = String((await readForm(request)).get('id') ?? '')
  return catchRefusal(resendMail(context, { id }).then(() => ({ done: 'Sending again now.' })))
})

/** Reloads the page data even after a refused action, because a colleague may have sent the mail again. */
export const shouldRevalidate = () => true

export default function Outbox({ loaderData: { asked: tableQuery, page, queued, files } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="Outbox">Delivery state of each email and the response of the mail server.</TeamHeading>
      <div className="space-y-8">
        {queued.length > 0 && <Queued mails={queued} />}
        <section aria-label="Deliveries">
          <Deliveries tableQuery={tableQuery} page={page} />
        </section>
        {files.length > 0 && (
          <section aria-labelledby="files" className="max-w-prose">
            <h2 id="files" className="text-lead font-semibold">
              Emails in files
            </h2>
            <p className="mb-4 text-small text-soft">
              No mail server is configured, so emails are saved here instead of being sent.
            </p>
            <MailFiles mails={files} />
          </section>
        )}
      </div>
    </>
  )
}

function Queued({ mails }: { mails: QueuedMail[] }) {
  const zone = useZone()
  return (
    <Notice title={`${counted(mails.length, 'email is', 'emails are')} waiting to be sent`}>
      <ul>
        {mails.map(({ jobId, kind, since, runAt }) => (
          <li key={jobId}>
            {mailKindLabel(kind)}, since {dayAndTime(since, zone)}
            {runAt > since && `, scheduled for ${dayAndTime(runAt, zone)}`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
