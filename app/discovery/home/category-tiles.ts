import type { CategoryFigures } from '#domain/discovery/contract.ts'
import type { CatalogueGroup } from '#domain/content/contract.ts'
import type { categoryGroups, CategoryId } from '#kernel/catalogue.ts'
import { slug } from '#kernel/fold.ts'
import { categoryTilesAtOnce } from '#kernel/limits.ts'

type CategoryTab = CategoryId | 'most-popular'

/** 'Most Popular' first, then the groups in catalogue order. */
export function listTabs(catalogue: readonly CatalogueGroup[]): { id: CategoryTab; label: string }[] {
  const groups = catalogue.map(({ id, name }) => ({ id, label: name }))
  return [{ id: 'most-popular', label: 'Most Popular' }, ...groups]
}

export type Subcategory = (typeof categoryGroups)[number]['subcategories'][number]

export type Tile = { id: string; name: Subcategory }

/** Lists the tiles of a tab: groups in catalogue order, 'Most Popular' sorted by the number of online experts. */
export function listTiles(
  tab: CategoryTab,
  { catalogue, figures }: { catalogue: readonly CatalogueGroup[]; figures: readonly CategoryFigures[] },
): Tile[] {
  if (tab !== 'most-popular') return catalogue.filter(({ id }) => id === tab).flatMap(listGroupTiles)
  const online = new Map(figures.map((category) => [category.id, category.online]))
  const countOnline = ({ id }: Tile) => online.get(id) ?? 0
  return catalogue
    .flatMap(listGroupTiles)
    .toSorted((left, right) => countOnline(right) - countOnline(left) || (left.name < right.name ? -1 : 1))
}

/** Links to online experts, or to all experts when none is online. */
export function tilePath({ id }: Tile, online: number): string {
  return `/experts?category=${id}${online > 0 ? '' : '&online=false'}`
}

/** Reads the tab and the number of tiles from the URL. Invalid values give the default view. */
export function readCategoryView(
  params: URLSearchParams,
  catalogue: readonly CatalogueGroup[],
): { tab: CategoryTab; tileCount: number } {
  const requestedTab = params.get('tab')
  const steps = Math.floor(Number(params.get('show')) / categoryTilesAtOnce)
  return {
    tab: catalogue.find(({ id }) => id === requestedTab)?.id ?? 'most-popular',
    tileCount: categoryTilesAtOnce * Math.max(1, Number.isFinite(steps) ? steps : 1),
  }
}

export function categoryViewPath(view: { tab: CategoryTab; tileCount: number }): string {
  const params = categoryViewParams(view)
  return params.size > 0 ? `/?${params}` : '/'
}

/** The same view always gives the same query; the default view gives an empty one. */
export function categoryViewParams({ tab, tileCount }: { tab: CategoryTab; tileCount: number }): URLSearchParams {
  const params = new URLSearchParams()
  if (tab !== 'most-popular') params.set('tab', tab)
  if (tileCount > categoryTilesAtOnce) params.set('show', String(tileCount))
  return params
}

function listGroupTiles({ subcategories }: CatalogueGroup): Tile[] {
  return subcategories.map((name) => ({ id: slug(name), name: name as Subcategory }))
}
