import { redirect } from 'react-router'
import { useZone } from '#app/features/frame/zone.tsx'
import { serve } from '#app/serve.server.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { isPerson } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'
import { dayAndTime } from '#kernel/time.ts'

/** The mails that were written to files because no mail server is configured. They hold links, so only the team reads them. */
export const loader = serve('anyone', async ({ context, listOutbox }) => {
  if (!isPerson(context.actor)) throw redirect('/login?redirect=/team/outbox')
  if (context.actor.role !== 'team') throw new Refusal('not_allowed')
  return { mails: await listOutbox() }
})

export const meta = () => [{ title: 'Outbox' }]

type Props = {
  loaderData: { mails: { name: string; to: string; subject: string; text: string; at: Date }[] }
}

export default function Outbox({ loaderData: { mails } }: Props) {
  const zone = useZone()
  return (
    <div className="page max-w-prose py-10">
      <h1 className="text-title">Outbox</h1>
      <p className="mt-2 text-soft">
        No mail server is configured, so mails end here instead of with their readers.
      </p>
      {mails.length === 0 ? (
        <EmptyState heading="No mails yet" className="mt-8" />
      ) : (
        <ul className="mt-6 divide-y divide-line border-y border-line">
          {mails.map((mail) => (
            <li key={mail.name}>
              <details>
                <summary className="flex min-h-14 cursor-pointer flex-col justify-center py-2">
                  <span className="font-medium">{mail.subject}</span>
                  <span className="text-small text-quiet">
                    to {mail.to}, {dayAndTime(mail.at, zone)}
                  </span>
                </summary>
                <pre className="mb-4 overflow-x-auto rounded-control bg-raised p-4 text-small whitespace-pre-wrap">
                  {mail.text}
                </pre>
              </details>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
