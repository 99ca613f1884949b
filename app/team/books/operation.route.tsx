import { Link } from 'react-router'
import { serve } from '#app/base/serve.server.ts'
import { useZone } from '#app/base/zone.tsx'
import { Fact, Facts } from '#app/team/base/facts.tsx'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { SessionLink } from '#app/team/base/subject-links.tsx'
import { accountLabel } from '#app/team/books/account-text.ts'
import { Amount } from '#app/ui/amount.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import { type LedgerSide, operationKinds } from '#domain/books/contract.ts'
import { getOperation } from '#domain/team/operation-table.server.ts'
import { formatRupees } from '#kernel/money.ts'
import { dayAndTime } from '#kernel/time.ts'
import type { Route } from './+types/operation.route'

export const loader = serve('keepBooks', async ({ context }, { params }: Route.LoaderArgs) =>
  getOperation(context, params.id),
)

export default function OperationPage({ loaderData: operation }: Route.ComponentProps) {
  const zone = useZone()
  const { kind, at, actor, subjectId, transfers, lines, sessionId } = operation
  return (
    <>
      <BackLink to="/team/money/operations">All operations</BackLink>
      <TeamHeading title={operationKinds[kind] ?? kind}>
        {dayAndTime(at, zone)}, by {actor?.name ?? 'the system'}.
      </TeamHeading>
      <div className="mb-6">
        <Facts>
          <Fact label="Operation">
            <span className="figures">{operation.id}</span>
          </Fact>
          {sessionId && (
            <Fact label="Session">
              <SessionLink id={sessionId} />
            </Fact>
          )}
          <Fact label="About">
            <Link to={`/team/money/operations?q=${subjectId}`} className="figures underline underline-offset-4">
              {subjectId}
            </Link>
          </Fact>
        </Facts>
      </div>
      <div className="space-y-6">
        <Table caption="Transfers" stack>
          <thead>
            <tr>
              <Th>From</Th>
              <Th>To</Th>
              <Th numeric>Amount</Th>
            </tr>
          </thead>
          <tbody>
            {transfers.map(({ id, from, to, amount }) => (
              <tr key={id}>
                <Th scope="row">{ledgerSideText(from)}</Th>
                <Td label="To">{ledgerSideText(to)}</Td>
                <Td label="Amount" numeric>
                  {formatRupees(amount)}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
        {lines.length > 0 && (
          <Table caption="Statement lines" stack>
            <thead>
              <tr>
                <Th>Person</Th>
                <Th>Line</Th>
                <Th numeric>Amount</Th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ id, owner, description, amount }) => (
                <tr key={id}>
                  <Th scope="row">{owner}</Th>
                  <Td label="Line">{description}</Td>
                  <Td label="Amount" numeric>
                    <Amount paise={amount} />
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </div>
    </>
  )
}

function ledgerSideText({ kind, owner }: LedgerSide): string {
  return owner ? `${accountLabel(kind)} (${owner})` : accountLabel(kind)
}
