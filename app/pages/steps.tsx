import type { LucideIcon } from 'lucide-react'
import { MessageCircleQuestionMark, Search, Video } from 'lucide-react'

const steps: { title: string; text: string; icon: LucideIcon }[] = [
  {
    title: 'Find an Expert',
    text: 'Search by subject or browse the categories. Every profile shows who is online, what they help with and what a minute costs.',
    icon: Search,
  },
  {
    title: 'Book Instant Session',
    text: 'Write your question or attach a file, choose audio or video, and call. The price is shown next to the button.',
    icon: MessageCircleQuestionMark,
  },
  {
    title: 'Get Expert Help',
    text: 'Talk it through until it makes sense. The clock and the cost stay on the screen, and you can stop at any time.',
    icon: Video,
  },
]

/** The three steps from question to answer. The page provides the heading. */
export function Steps() {
  return (
    <ol className="mt-8 grid gap-x-8 gap-y-8 md:mt-10 md:grid-cols-3">
      {steps.map(({ title, text, icon: Icon }, index) => (
        <li key={title} className="flex gap-4 border-t border-line pt-5 md:flex-col md:gap-5 md:pt-6">
          <span className="flex size-11 shrink-0 items-center justify-center rounded-control bg-float text-soft">
            <Icon className="size-5" aria-hidden="true" />
          </span>
          <div>
            <h3 className="text-lead">
              <span className="figures mr-2 text-quiet" aria-hidden="true">
                {index + 1}
              </span>
              {title}
            </h3>
            <p className="mt-1.5 text-soft">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
