import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { lastUpdatedText } from '#kernel/legal-texts.ts'

export type LegalSection = { id: string; title: string; body: ReactNode }

type LegalPageProps = { title: string; summary: ReactNode; sections: readonly LegalSection[] }

/** A long text with a table of contents: a sidebar on large screens, collapsed above the text on phones. */
export function LegalPage({ title, summary, sections }: LegalPageProps) {
  return (
    <div className="page">
      <header className="pt-12 md:pt-20">
        <h1 className="text-display">{title}</h1>
        <p className="mt-4 text-small text-quiet">{lastUpdatedText}</p>
      </header>
      <div className="mt-8 grid items-start gap-x-16 lg:mt-12 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <Contents sections={sections} />
        <div className="prose mt-8 lg:mt-0 [&_h3+*]:mt-1.5">
          <div className="border-l-2 border-accent pl-4 text-lead text-text">{summary}</div>
          {sections.map((section, index) => (
            <section key={section.id} aria-labelledby={section.id}>
              <h2 id={section.id} tabIndex={-1} className="focus-visible:outline-none">
                <span className="figures">{index + 1}.</span> {section.title}
              </h2>
              {section.body}
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <>
      <nav
        aria-label="On this page"
        className="sticky top-24 hidden max-h-[calc(100dvh-8rem)] overflow-y-auto lg:block"
      >
        <p className="text-small font-semibold">On this page</p>
        <ContentsList sections={sections} />
      </nav>
      <nav aria-label="On this page" className="lg:hidden">
        <details className="group rounded-card border border-line bg-raised">
          <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 px-4 font-semibold [&::-webkit-details-marker]:hidden">
            On this page
            <ChevronDown
              className="size-5 shrink-0 text-quiet transition-transform group-open:rotate-180"
              aria-hidden="true"
            />
          </summary>
          <div className="border-t border-line px-4 pb-2">
            <ContentsList sections={sections} />
          </div>
        </details>
      </nav>
    </>
  )
}

function ContentsList({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <ol className="mt-2">
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <Link
            to={`#${id}`}
            onClick={() => focusHeading(id)}
            className="flex min-h-11 items-center gap-1.5 text-small text-soft hover:text-text lg:min-h-9"
          >
            <span className="figures w-6 shrink-0 whitespace-nowrap text-quiet">{index + 1}.</span>
            {title}
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** Moves the focus to the section for screen readers, because the router only scrolls. */
function focusHeading(id: string) {
  document.getElementById(id)?.focus({ preventScroll: true })
}
