import { markWords } from '#app/sessions/mark-words.ts'
import type { LessonLine } from '#domain/reviews/contract.ts'

const partNames: Record<LessonLine['part'], string> = {
  question: 'Question',
  done: 'Summary',
  practice: 'Summary',
  next: 'Summary',
  feedback: 'Feedback',
  'own message': 'Chat, you',
  message: 'Chat',
}

/** The text of a session that has the words of the search, with the words marked. */
export function FoundLine({ line: { part, text }, words }: { line: LessonLine; words: string }) {
  return (
    <p className="mt-2 basis-full text-small text-soft wrap-anywhere">
      <span className="font-medium">{partNames[part]}: </span>
      {markWords(text, words).map((shown) =>
        shown.isMarked ? (
          <mark key={shown.position} className="rounded-xs bg-accent/25 text-text">
            {shown.text}
          </mark>
        ) : (
          shown.text
        ),
      )}
    </p>
  )
}
