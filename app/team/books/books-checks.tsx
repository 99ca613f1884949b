import { useZone } from '#app/base/zone.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import { type BooksCheck, mismatchAdvice } from '#domain/books/contract.ts'
import { counted } from '#kernel/count-text.ts'
import { dayAndTime } from '#kernel/time.ts'

/** Result of the last check of the books, with advice for each mismatch. */
export function LatestCheck({ check }: { check: BooksCheck | undefined }) {
  const zone = useZone()
  if (!check)
    return (
      <EmptyState heading="Not checked yet" level={2}>
        The first check runs at 3 AM, Indian time.
      </EmptyState>
    )
  const { mismatches, provedAt } = check
  const checkedText = dayAndTime(provedAt, zone)
  if (mismatches.length === 0) {
    return (
      <Notice tone="good" title="The books are correct">
        Checked {checkedText}: all accounts add up and match the payment provider.
      </Notice>
    )
  }
  return (
    <div className="space-y-3">
      <Notice tone="bad" title={`${counted(mismatches.length, 'mismatch', 'mismatches')} found`}>
        Checked {checkedText}. Do not pay anything out until each mismatch is explained.
      </Notice>
      <ul className="space-y-3">
        {mismatches.map(({ check: name, what }) => (
          <li key={`${name} ${what}`} className="rounded-card border border-line bg-raised p-4">
            <p className="font-semibold wrap-anywhere">
              {name}: {what}
            </p>
            <p className="mt-1.5 max-w-prose text-small text-soft">{mismatchAdvice(name)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function CheckDays({ proofs }: { proofs: BooksCheck[] }) {
  const zone = useZone()
  if (proofs.length === 0) return null
  return (
    <Table caption="Last check of each day" stack>
      <thead>
        <tr>
          <Th>Day in India</Th>
          <Th>Checked</Th>
          <Th>Result</Th>
        </tr>
      </thead>
      <tbody>
        {proofs.map(({ day, provedAt, mismatches }) => (
          <tr key={day}>
            <Th scope="row">{day}</Th>
            <Td label="Checked">{dayAndTime(provedAt, zone)}</Td>
            <Td label="Result">
              {mismatches.length === 0 ? (
                <Badge tone="good">Correct</Badge>
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
