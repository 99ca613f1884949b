import { Star } from 'lucide-react'
import { categoryIcons } from '#app/discovery/home/category-icons.ts'
import { type Tile, tilePath } from '#app/discovery/home/category-tiles.ts'
import { onlineText } from '#app/discovery/home/figure-text.ts'
import { Card, CardLink } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import type { CategoryFigures } from '#domain/discovery/contract.ts'

type Props = {
  tile: Tile
  /** Undefined when the figures failed to load. */
  figures: CategoryFigures | undefined
}

/** A row on phones, a card elsewhere. It has no link if the category has no approved expert at all. */
export function CategoryTile({ tile, figures }: Props) {
  const { online, onlineRating, hasExperts } = figures ?? { online: 0, onlineRating: null, hasExperts: true }
  const Icon = categoryIcons[tile.name]
  return (
    <Card
      as="li"
      className={cx(
        'flex items-center gap-x-4 p-3.5 md:min-h-42 md:flex-col md:items-start md:p-5',
        !hasExperts && 'border-dashed bg-transparent',
      )}
    >
      <span className="flex size-11 shrink-0 items-center justify-center rounded-control bg-float text-soft md:mb-4">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 md:flex md:w-full md:flex-col">
        <h3 className={cx('text-body leading-snug', !hasExperts && 'text-soft')}>
          {hasExperts ? <CardLink to={tilePath(tile, online)}>{tile.name}</CardLink> : tile.name}
        </h3>
        <div className="figures mt-0.5 flex flex-wrap items-center justify-between gap-x-3 text-small md:mt-auto md:pt-2">
          <Online online={online} hasExperts={hasExperts} hasLoaded={figures !== undefined} />
          {onlineRating !== null && (
            <span className="inline-flex items-center gap-1 font-semibold">
              <Star className="size-3.5 fill-accent text-accent" aria-hidden="true" />
              <span className="sr-only">rated </span>
              {onlineRating.toFixed(1)}
              <span className="sr-only"> of 5 on average</span>
            </span>
          )}
        </div>
      </div>
    </Card>
  )
}

function Online({ online, hasExperts, hasLoaded }: { online: number; hasExperts: boolean; hasLoaded: boolean }) {
  if (!hasExperts) return <span className="text-quiet">Coming Soon</span>
  if (online === 0) {
    return <span className="text-quiet">{hasLoaded ? 'Nobody online now' : onlineText(0)}</span>
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-good">
      <span aria-hidden="true" className="size-2 rounded-full bg-good" />
      {onlineText(online)}
    </span>
  )
}
