import { Form } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Table, Td, Th } from '#app/ui/table.tsx'
import type { Approval } from '#domain/policy.ts'
import type { ExpertRow } from '#domain/team/contract.ts'

const tones = { pending: 'accent', approved: 'good', suspended: 'bad' } as const

const moves: Record<Approval, { to: Approval; label: string }[]> = {
  pending: [{ to: 'approved', label: 'Approve' }],
  approved: [{ to: 'suspended', label: 'Suspend' }],
  suspended: [{ to: 'approved', label: 'Approve again' }],
}

export function ExpertList({ experts }: { experts: ExpertRow[] }) {
  if (experts.length === 0) {
    return <EmptyState heading="No expert accounts yet">Open one for the first applicant.</EmptyState>
  }
  return (
    <Table caption="Expert accounts, the latest first" hideCaption stack>
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>Category</Th>
          <Th>Approval</Th>
          <Th>Change</Th>
        </tr>
      </thead>
      <tbody>
        {experts.map((expert) => (
          <tr key={expert.id}>
            <Td label="Name">
              {expert.name}
              <span className="block text-small text-quiet">{expert.email}</span>
            </Td>
            <Td label="Category">{expert.category ?? 'not chosen'}</Td>
            <Td label="Approval">
              <Badge tone={tones[expert.approval]}>{expert.approval}</Badge>
            </Td>
            <Td label="Change">
              {moves[expert.approval].map(({ to, label }) => (
                <Form key={to} method="post">
                  <input type="hidden" name="expertId" value={expert.id} />
                  <input type="hidden" name="approval" value={to} />
                  <Button type="submit" size="small" variant="outline" aria-label={`${label} ${expert.name}`}>
                    {label}
                  </Button>
                </Form>
              ))}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
