import { Badge } from '#app/ui/badge.tsx'
import type { Feedback } from '#domain/reviews/contract.ts'

type FeedbackParts = Pick<Feedback, 'strengths' | 'customStrengths' | 'improvements' | 'customImprovements' | 'note'>

/** Expert feedback for a student: strengths, improvements and a note. */
export function FeedbackText({ strengths, customStrengths, improvements, customImprovements, note }: FeedbackParts) {
  return (
    <div className="grid gap-4">
      <Part title="What went well" chips={strengths} text={customStrengths} />
      <Part title="What to work on" chips={improvements} text={customImprovements} />
      {note && (
        <blockquote className="border-l-2 border-accent pl-4 whitespace-pre-line wrap-anywhere">{note}</blockquote>
      )}
    </div>
  )
}

function Part({ title, chips, text }: { title: string; chips: string[]; text: string }) {
  if (chips.length === 0 && !text) return null
  return (
    <div>
      <p className="mb-2 text-small font-semibold text-soft">{title}</p>
      {chips.length > 0 && (
        <ul aria-label={title} className="flex flex-wrap gap-2">
          {chips.map((chip) => (
            <li key={chip}>
              <Badge>{chip}</Badge>
            </li>
          ))}
        </ul>
      )}
      {text && <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>}
    </div>
  )
}
