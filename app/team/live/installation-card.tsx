import { useActionForm } from '#app/team/base/use-action-form.ts'
import { useDuty, useTeamNow } from '#app/team/base/use-shell.ts'
import { Since } from '#app/team/live/overview-part.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import type { CheckState, InstallationReport } from '#domain/team/contract.ts'

const stateLabels: Record<CheckState, { label: string; tone: Tone }> = {
  ok: { label: 'OK', tone: 'good' },
  warning: { label: 'Warning', tone: 'accent' },
  failed: { label: 'Failed', tone: 'bad' },
  not_configured: { label: 'Not configured', tone: 'neutral' },
}

/** The last result of trying the outside services of this process. */
export function InstallationCard({ report }: { report: InstallationReport | null }) {
  const now = useTeamNow()
  const mayCheck = useDuty('manageTeam')
  return (
    <Card as="section" aria-label="Installation" className="min-w-0">
      <CardHeader
        title="Installation"
        description={
          report ? (
            <>
              This server tried its services <Since at={report.checkedAt} now={now} />.{' '}
              {!report.isComplete && 'Keys and push services are checked only on request.'}
            </>
          ) : (
            'This server is still trying its services. Reload the page for the result.'
          )
        }
        action={mayCheck && <CheckAgain />}
      />
      {report && <Checks report={report} />}
    </Card>
  )
}

function CheckAgain() {
  const { Form, busy, problem } = useActionForm({ id: 'installation', isOnPage: true })
  return (
    <Form method="post" className="space-y-2">
      <input type="hidden" name="act" value="check_again" />
      <Button type="submit" variant="outline" size="small" busy={busy}>
        Check again
      </Button>
      <ErrorLine text={problem} />
    </Form>
  )
}

function Checks({ report: { checks } }: { report: InstallationReport }) {
  return (
    <Table caption="Services of this server" hideCaption stack>
      <thead>
        <tr>
          <Th>What</Th>
          <Th>State</Th>
          <Th>Seen</Th>
          <Th>What to do</Th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ name, state, seen, advice }) => (
          <tr key={name}>
            <Th scope="row">{name}</Th>
            <Td label="State">
              <Badge tone={stateLabels[state].tone}>{stateLabels[state].label}</Badge>
            </Td>
            <Td label="Seen" className="wrap-anywhere">
              {seen}
            </Td>
            <Td label="What to do" className="wrap-anywhere">
              {advice ?? 'Nothing'}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
