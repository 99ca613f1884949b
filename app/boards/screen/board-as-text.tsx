import type { BoardElement, BoardPage } from '#app/boards/document/elements.ts'

type Props = { pages: BoardPage[]; elements: Iterable<BoardElement> }

/**
 * Lists the titles of pages, the texts and the formulas from top to bottom, for screen readers, which also announce what
 * the other person adds.
 */
export function BoardAsText({ pages, elements }: Props) {
  const written = [...elements].filter((element) => element.kind === 'text' || element.kind === 'formula')
  return (
    <section aria-label="Text on the board" aria-live="polite" className="sr-only">
      {pages.map((page, index) => {
        const texts = written.filter(({ page: id }) => id === page.id).toSorted((a, b) => a.y - b.y || a.x - b.x)
        return (
          <div key={page.id}>
            <h3>{`Page ${index + 1}${page.title ? `: ${page.title}` : ''}`}</h3>
            {texts.length === 0 ? (
              <p>No text on this page.</p>
            ) : (
              <ul>
                {texts.map((element) => (
                  <li key={element.id}>{element.kind === 'text' ? element.text : `Formula: ${element.tex}`}</li>
                ))}
              </ul>
            )}
          </div>
        )
      })}
    </section>
  )
}
