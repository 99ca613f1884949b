import { useZone } from '#app/base/zone.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import { type BookProof, mismatchAdvice } from '#domain/books/contract.ts'
import { dayAndTime } from '#kernel/time.ts'

/** Whether the books were right the last time, and if not, what to do. */
export function LatestProof({ proof }: { proof: BookProof | undefined }) {
  const zone = useZone()
  if (!proof)
    return (
      <EmptyState heading="Not proved yet" level={2}>
        The first proof comes tonight at 3.
      </EmptyState>
    )
  const { mismatches, provedAt } = proof
  const when = dayAndTime(provedAt, zone)
  if (mismatches.length === 0) {
    return (
      <Notice tone="good" title="The books are right">
        Proved {when}: everything adds up, and the provider says the same.
      </Notice>
    )
  }
  const found = mismatches.length === 1 ? 'One mismatch' : `${mismatches.length} mismatches`
  return (
    <div className="space-y-3">
      <Notice tone="bad" title={`${found} found`}>
        Proved {when}. Pay nothing out until each of them is explained.
      </Notice>
      <ul className="space-y-3">
        {mismatches.map(({ check, what }) => (
          <li key={`${check} ${what}`} className="rounded-card border border-line bg-raised p-4">
            <p className="font-semibold wrap-anywhere">
              {check}: {what}
            </p>
            <p className="mt-1.5 max-w-prose text-small text-soft">{mismatchAdvice(check)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function ProofDays({ proofs }: { proofs: BookProof[] }) {
  const zone = useZone()
  if (proofs.length === 0) return null
  return (
    <Table caption="The last proof of each day" stack>
      <thead>
        <tr>
          <Th>Day in India</Th>
          <Th>Proved</Th>
          <Th>Result</Th>
        </tr>
      </thead>
      <tbody>
        {proofs.map(({ day, provedAt, mismatches }) => (
          <tr key={day}>
            <Th scope="row">{day}</Th>
            <Td label="Proved">{dayAndTime(provedAt, zone)}</Td>
            <Td label="Result">
              {mismatches.length === 0 ? (
                <Badge tone="good">Right</Badge>
              ) : (
                <Badge tone="bad">{mismatches.length} wrong</Badge>
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
