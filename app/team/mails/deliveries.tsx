import { MailCheck } from 'lucide-react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useZone } from '#app/base/zone.tsx'
import { TableTools } from '#app/team/base/table/table-tools.tsx'
import { TeamTable } from '#app/team/base/table/team-table.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { mailKinds, type MailRow, type MailState, mailTable } from '#domain/mails/contract.ts'
import type { TableQuery, TablePage } from '#kernel/table.ts'
import { dayAndTime } from '#kernel/time.ts'

const states: Record<MailState, { tone: Tone; label: string }> = {
  sent: { tone: 'good', label: 'Sent' },
  failed: { tone: 'accent', label: 'Failed, will retry' },
  given_up: { tone: 'bad', label: 'Given up' },
}

type Props = { tableQuery: TableQuery<typeof mailTable>; page: TablePage<MailRow> }

/** Delivery state of every mail. */
export function Deliveries({ tableQuery, page }: Props) {
  const zone = useZone()
  return (
    <>
      <TableTools
        tableQuery={tableQuery}
        searchLabel="Recipient"
        filters={[
          {
            name: 'state',
            label: 'State',
            all: 'Every state',
            options: Object.entries(states).map(([value, { label }]) => ({ value, label })),
          },
          {
            name: 'kind',
            label: 'Kind',
            all: 'Every kind',
            options: Object.entries(mailKinds).map(([value, label]) => ({ value, label })),
          },
        ]}
        sorts={{ changed: 'Last attempt' }}
      />
      <TeamTable
        caption="Emails"
        shape={mailTable}
        tableQuery={tableQuery}
        page={page}
        idOf={({ id }) => id}
        columns={[
          { label: 'Kind', render: ({ kind }) => mailKindLabel(kind) },
          {
            label: 'To',
            render: ({ person, address }) => (
              <>
                {person && <span className="block text-text">{person.name}</span>}
                {address}
              </>
            ),
          },
          {
            label: 'State',
            render: ({ state, error, tries }) => (
              <div className="max-w-80 wrap-anywhere">
                <Badge tone={states[state].tone}>{states[state].label}</Badge>
                {error && <p className="mt-1 text-quiet">{error}</p>}
                {tries > 1 && <p className="text-quiet">{tries} attempts</p>}
              </div>
            ),
          },
          {
            label: 'Last attempt',
            sort: 'changed',
            render: ({ changedAt }) => <span className="whitespace-nowrap">{dayAndTime(changedAt, zone)}</span>,
          },
          { label: 'Resend', render: (mail) => mail.state !== 'sent' && <SendAgain mail={mail} /> },
        ]}
        empty={
          <EmptyState heading="No emails" level={2} icon={<MailCheck />}>
            No emails match these filters.
          </EmptyState>
        }
      />
    </>
  )
}

export function mailKindLabel(kind: string): string {
  return (mailKinds as Record<string, string>)[kind] ?? kind.replaceAll('_', ' ')
}

function SendAgain({ mail: { id, kind, address } }: { mail: MailRow }) {
  const { Form, busy, problem } = useAnsweredForm({ id: `mail ${id}` })
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <Button type="submit" variant="outline" size="small" busy={busy}>
        Send again
        <span className="sr-only">
          : {mailKindLabel(kind)} to {address}
        </span>
      </Button>
      {problem && (
        <p role="alert" className="mt-1 text-bad">
          {problem}
        </p>
      )}
    </Form>
  )
}
