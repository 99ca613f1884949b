import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { CategoryTile } from '#app/discovery/home/category-tile.tsx'
import {
  categoryViewParams,
  categoryViewPath,
  listTabs,
  listTiles,
  readCategoryView,
} from '#app/discovery/home/category-tiles.ts'
import { figuresProblem, type LiveFigures } from '#app/discovery/home/use-figures.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { CatalogueGroup } from '#domain/content/contract.ts'
import type { CategoryFigures } from '#domain/discovery/contract.ts'
import { categoryTilesAtOnce } from '#kernel/limits.ts'

const sectionId = 'popular-categories'
type View = ReturnType<typeof readCategoryView>

/** The view is kept in the URL, so it works without scripts and with the back button. */
export function Categories({ live, catalogue }: { live: LiveFigures; catalogue: CatalogueGroup[] }) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const view = readCategoryView(params, catalogue)
  const tabs = listTabs(catalogue)
  const tiles = listTiles(view.tab, { catalogue, figures: useStableOrder(live.figures?.categories) })
  const openView = (next: View) => void navigate(categoryViewPath(next), { replace: true, preventScrollReset: true })
  return (
    <section aria-labelledby={sectionId} className="pt-16 md:pt-24">
      <h2 id={sectionId} className="text-title">
        Popular Categories
      </h2>
      {!live.figures && <FiguresProblem live={live} />}
      <LinkTabs
        label="Category groups"
        className="mt-5"
        tabs={tabs.map(({ id, label }) => ({
          id,
          label,
          to: `${categoryViewPath({ tab: id, tileCount: categoryTilesAtOnce })}#${sectionId}`,
        }))}
        selected={view.tab}
        onSelect={(id) => {
          const tab = tabs.find((candidate) => candidate.id === id)
          if (tab) openView({ tab: tab.id, tileCount: categoryTilesAtOnce })
        }}
      >
        <Grid
          tiles={tiles.slice(0, view.tileCount)}
          figures={new Map(live.figures?.categories.map((category) => [category.id, category]))}
        />
        <More view={view} total={tiles.length} onShow={openView} />
      </LinkTabs>
    </section>
  )
}

/** Keeps the tile order of the first figures, so that tiles do not move while the viewer clicks. */
function useStableOrder(figures: readonly CategoryFigures[] | undefined): readonly CategoryFigures[] {
  const [firstFigures, setFirstFigures] = useState(figures)
  if (!firstFigures && figures) setFirstFigures(figures)
  return firstFigures ?? figures ?? []
}

type GridProps = { tiles: ReturnType<typeof listTiles>; figures: Map<string, CategoryFigures> }

function Grid({ tiles, figures }: GridProps) {
  return (
    <ul className="grid gap-2.5 md:grid-cols-3 md:gap-4 lg:grid-cols-4">
      {tiles.map((tile) => (
        <CategoryTile key={tile.id} tile={tile} figures={figures.get(tile.id)} />
      ))}
    </ul>
  )
}

type MoreProps = { view: View; total: number; onShow(view: View): void }

function More({ view, total, onShow }: MoreProps) {
  const { tab, tileCount } = view
  const row = useRef<HTMLDivElement>(null)
  const added = useFocusOnAdded(row, Math.min(tileCount, total))
  const areAllShown = tileCount >= total
  const next = { tab, tileCount: areAllShown ? categoryTilesAtOnce : tileCount + categoryTilesAtOnce }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!areAllShown) added.focusAfterAdding(tileCount)
    onShow(next)
  }
  return (
    <div ref={row} className="mt-6 flex flex-wrap items-center gap-3">
      {(!areAllShown || tileCount > categoryTilesAtOnce) && (
        <form action={`/#${sectionId}`} onSubmit={submit}>
          {[...categoryViewParams(next)].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button type="submit" variant="outline">
            {areAllShown ? 'Show Less' : 'Show More Categories'}
          </Button>
        </form>
      )}
      {areAllShown && (
        <ButtonLink to="/experts" variant="quiet">
          View All Categories
        </ButtonLink>
      )}
      <p role="status" className="sr-only">
        {added.hasAdded && `${Math.min(tileCount, total)} of ${total} categories are shown`}
      </p>
    </div>
  )
}

/** Moves the focus to the first added tile. */
function useFocusOnAdded(row: { current: HTMLElement | null }, count: number) {
  const firstAdded = useRef<number | null>(null)
  const [hasAdded, setHasAdded] = useState(false)
  useEffect(() => {
    if (firstAdded.current === null || count <= firstAdded.current) return
    const tiles = row.current?.previousElementSibling?.querySelectorAll('li')
    tiles?.[firstAdded.current]?.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    firstAdded.current = null
    setHasAdded(true)
  }, [row, count])
  return { hasAdded, focusAfterAdding: (tile: number) => (firstAdded.current = tile) }
}

function FiguresProblem({ live: { busy, refresh } }: { live: LiveFigures }) {
  const retry = (event: FormEvent) => {
    event.preventDefault()
    refresh()
  }
  return (
    <Notice
      tone="bad"
      title={figuresProblem}
      className="mt-5"
      action={
        <form action={`/#${sectionId}`} onSubmit={retry}>
          <Button type="submit" variant="outline" size="small" busy={busy}>
            Try Again
          </Button>
        </form>
      }
    >
      We cannot show who is online right now. You can still browse every category.
    </Notice>
  )
}
