import type { FoundExperts, TopicPreview } from '#domain/discovery/contract.ts'
import { counted } from '#kernel/count-text.ts'
import { listingTotalMax } from '#kernel/limits.ts'

export function PreviewResult({ preview: { query, today, changed } }: { preview: TopicPreview }) {
  return (
    <dl className="mt-5 grid gap-4 sm:grid-cols-2">
      <FoundExpertList label={`'${query}' today`} found={today} />
      <FoundExpertList label="With your change" found={changed} />
    </dl>
  )
}

function FoundExpertList({ label, found: { total, experts } }: { label: string; found: FoundExperts }) {
  return (
    <div>
      <dt className="text-small text-quiet wrap-anywhere">{label}</dt>
      <dd>
        <p className="font-semibold">{expertsText(total)}</p>
        <ol className="list-decimal pl-5 text-soft">
          {experts.map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
        </ol>
      </dd>
    </div>
  )
}

function expertsText(total: number): string {
  if (total > listingTotalMax) return `More than ${listingTotalMax} experts`
  return counted(total, 'expert')
}
