import { Eye } from 'lucide-react'
import { useFetcher } from 'react-router'
import { Fact, Facts } from '#app/team/base/facts.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import type { TeamWithdrawal } from '#domain/withdrawals/contract.ts'
import type { BankDetails } from '#domain/withdrawals/rules.ts'

type Answer = { details: BankDetails } | { refusal: { text: string } }

/** Shows the full account number on request. The audit log records each request. */
export function BankAccount({ withdrawal: { bankName, lastFour } }: { withdrawal: TeamWithdrawal }) {
  const fetcher = useFetcher<Answer>()
  const answer = fetcher.data
  const details = answer && 'details' in answer ? answer.details : null
  return (
    <Card as="section">
      <CardHeader
        title="Bank account"
        description={lastFour ? `${bankName} ••••${lastFour}` : 'Deleted with the expert’s account.'}
      />
      <div role="status">
        {details && (
          <Facts>
            <Fact label="Account number">
              <span className="figures">{details.accountNumber}</span>
            </Fact>
            <Fact label="IFSC">
              <span className="figures">{details.ifscCode}</span>
            </Fact>
            <Fact label="Bank">{details.bankName}</Fact>
          </Facts>
        )}
      </div>
      {lastFour && !details && (
        <fetcher.Form method="post">
          <input type="hidden" name="act" value="details" />
          <Button type="submit" variant="outline" size="small" busy={fetcher.state !== 'idle'}>
            <Eye className="size-4" aria-hidden="true" />
            Show the account
          </Button>
        </fetcher.Form>
      )}
      <ErrorLine text={answer && 'refusal' in answer ? answer.refusal.text : undefined} />
    </Card>
  )
}
