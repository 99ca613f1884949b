import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '#app/ui/card.tsx'

type Props = { title: string; summary: string; startsOpen: boolean; children: ReactNode }

/** A card for rare actions. It shows a summary and opens with <details>, which works without scripts. */
export function CollapsibleCard({ title, summary, startsOpen, children }: Props) {
  return (
    <Card as="section" className="p-0! md:p-0!">
      <details className="group" open={startsOpen || undefined}>
        <summary className="flex min-h-16 cursor-pointer list-none items-center gap-4 rounded-card px-5 py-4 md:px-6 [&::-webkit-details-marker]:hidden">
          <div className="min-w-0 flex-1">
            <h2 className="text-body font-semibold">{title}</h2>
            <p className="figures text-small text-quiet">{summary}</p>
          </div>
          <ChevronDown
            className="size-5 shrink-0 text-quiet transition-transform group-open:rotate-180"
            aria-hidden="true"
          />
        </summary>
        <div className="border-t border-line px-5 pt-4 pb-5 md:px-6">{children}</div>
      </details>
    </Card>
  )
}
