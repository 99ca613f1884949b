import { LockKeyhole } from 'lucide-react'
import { useProduct } from '#app/product.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'

type Props = { approval: 'pending' | 'suspended'; what: string; level?: 2 | 3 }

/** Stands where something will be once the team has approved the account, or has lifted a suspension. */
export function Locked({ approval, what, level = 3 }: Props) {
  const { contacts } = useProduct()
  if (approval === 'pending') {
    return (
      <EmptyState heading="Account Pending Approval" level={level} icon={<LockKeyhole />} className="py-9">
        {what} as soon as our team has approved your account. We write to you when that has happened.
      </EmptyState>
    )
  }
  return (
    <EmptyState heading="Account Suspended" level={level} icon={<LockKeyhole />} className="py-9">
      {what} once the suspension is lifted. If you think that it is a mistake, write to{' '}
      <a href={`mailto:${contacts.supportEmail}`} className="text-text underline underline-offset-4">
        {contacts.supportEmail}
      </a>
      .
    </EmptyState>
  )
}
