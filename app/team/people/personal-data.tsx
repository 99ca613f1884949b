import { Eye } from 'lucide-react'
import { useFetcher } from 'react-router'
import { Fact, Facts } from '#app/team/base/facts.tsx'
import { ReasonField } from '#app/team/base/reason-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import type { PersonalData as Data, TeamPerson } from '#domain/people/contract.ts'

type Answer = { data: Data } | { refusal: { text: string } }
type Props = { person: TeamPerson; canReveal: boolean }

/** Contact data, masked until requested. The audit log records each reveal and its reason. */
export function PersonalData({ person: { maskedEmail, maskedPhone }, canReveal }: Props) {
  const fetcher = useFetcher<Answer>()
  const answer = fetcher.data
  const data = answer && 'data' in answer ? answer.data : null
  return (
    <Card as="section" id="personal-data" aria-label="Personal data">
      <CardHeader
        title="Personal data"
        description="Give a reason to see the full data. The audit log records the reason."
      />
      <div role="status">
        <Facts>
          <Fact label="Email">{data?.email ?? maskedEmail}</Fact>
          <Fact label="Phone">
            <span className="figures">{(data ? data.phone : maskedPhone) ?? 'None'}</span>
          </Fact>
          {data?.parentsNumber && (
            <Fact label="Parent’s WhatsApp">
              <span className="figures">{data.parentsNumber}</span>
            </Fact>
          )}
          {data && (
            <Fact label="Signed in from">
              <span className="figures">{data.addresses.join(', ') || 'Nowhere'}</span>
            </Fact>
          )}
        </Facts>
      </div>
      {canReveal && !data && (
        <fetcher.Form method="post" className="mt-4 space-y-4">
          <input type="hidden" name="act" value="reveal" />
          <ReasonField label="Why you need the data" />
          <ErrorLine text={answer && 'refusal' in answer ? answer.refusal.text : undefined} />
          <Button type="submit" variant="outline" size="small" busy={fetcher.state !== 'idle'}>
            <Eye className="size-4" aria-hidden="true" />
            Show the data
          </Button>
        </fetcher.Form>
      )}
    </Card>
  )
}
