import { LockKeyhole } from 'lucide-react'
import { useProduct } from '#app/base/product.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'

type Props = {
  approval: 'pending' | 'suspended'
  /** The start of the sentence, such as "Sessions open". */
  sentenceStart: string
  level?: 2 | 3
  /** The suspension reason, passed only once per page. */
  reason?: string | null
}

/** Placeholder for content that needs an approved account. */
export function Locked({ approval, sentenceStart, level = 3, reason }: Props) {
  const { contacts } = useProduct()
  if (approval === 'pending') {
    return (
      <EmptyState heading="Account Pending Approval" level={level} icon={<LockKeyhole />} className="py-9">
        {sentenceStart} as soon as our team has approved your account. We will notify you by email.
      </EmptyState>
    )
  }
  return (
    <EmptyState heading="Account Suspended" level={level} icon={<LockKeyhole />} className="py-9">
      {reason && <span className="mb-3 block text-text wrap-anywhere">The reason: {reason}</span>}
      {sentenceStart} once the suspension is lifted. If you think this is a mistake, write to{' '}
      <a href={`mailto:${contacts.supportEmail}`} className="text-text underline underline-offset-4">
        {contacts.supportEmail}
      </a>
      .
    </EmptyState>
  )
}
