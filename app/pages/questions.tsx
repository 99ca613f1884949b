import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

type Question = { question: string; answer: ReactNode }

/** Expandable questions, using native details elements. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3.5 hover:text-accent [&::-webkit-details-marker]:hidden">
            <h3 className="text-body">{question}</h3>
            <ChevronDown
              className="size-5 shrink-0 text-quiet transition-transform group-open:rotate-180"
              aria-hidden="true"
            />
          </summary>
          <div className="pb-5 text-soft">{answer}</div>
        </details>
      ))}
    </div>
  )
}
