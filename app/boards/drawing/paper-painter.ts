import type { BoardModel, ElementChange } from '#app/boards/document/board-model.ts'
import type { BoardView } from '#app/boards/drawing/board-view.ts'
import { visibleBox } from '#app/boards/drawing/geometry.ts'
import { paperColours } from '#app/boards/drawing/palette.ts'
import { drawLines } from '#app/boards/drawing/paper-lines.ts'
import { createPictures } from '#app/boards/drawing/pictures.ts'
import { prepareCanvas, useUnits } from '#app/boards/drawing/prepare-canvas.ts'
import { createTiles } from '#app/boards/drawing/tiles.ts'

type Options = { model: BoardModel; view: BoardView; canvas: HTMLCanvasElement; onPictureLoaded(): void }

/** Paints the paper with its finished elements, from tiles. */
export function createPaperPainter({ model, view, canvas, onPictureLoaded }: Options) {
  const pictures = createPictures(() => {
    tiles.reset({ keepShown: true })
    onPictureLoaded()
  })
  const appearance = () => ({ theme: view.theme(), picture: pictures.get })
  const tiles = createTiles({
    list: () =>
      [...model.elements().values()].filter(({ id, page }) => page === view.currentPage().id && !hidden.has(id)),
    appearance,
  })
  /** What the tiles leave out: the element that is being moved, which is on the overlay, and what is being erased. */
  let hidden: ReadonlySet<string> = new Set()
  let shownPage = ''
  let knownPages = model.pages()

  return {
    appearance,
    updateElements(changes: ElementChange[]): void {
      if (changes.some(({ before }) => before?.kind === 'picture')) keepUsedPictures()
      const here = view.currentPage().id
      for (const { id, element, before } of changes) {
        const [shownBefore, shownNow] = [before, element].map((one) =>
          one?.page === here && !hidden.has(id) ? one : null,
        )
        tiles.update(shownBefore ?? null, shownNow ?? null)
      }
    },
    updatePages(): void {
      if (model.pages() !== knownPages) keepUsedPictures()
      knownPages = model.pages()
    },
    updateHidden(): void {
      const { selected, movedBy, erasing } = view.state()
      const next = movedBy && selected ? new Set([...erasing, selected]) : erasing
      const before = hidden
      hidden = next
      for (const id of new Set([...before, ...next])) {
        const element = before.has(id) !== next.has(id) && model.get(id)
        // The tiles under it are drawn again, without it or with it.
        if (element) tiles.update(element, next.has(id) ? null : element)
      }
    },
    /** Returns whether everything is drawn. */
    paint(pixelRatio: number): boolean {
      const page = view.currentPage()
      const theme = view.theme()
      const pageKey = `${page.id} ${theme}`
      if (pageKey !== shownPage) tiles.reset({ keepShown: false })
      shownPage = pageKey
      const viewport = view.viewport()
      const area = visibleBox(viewport, view.size())
      const context = prepareCanvas(canvas, view.size(), pixelRatio)
      context.fillStyle = paperColours[theme].paper
      context.fillRect(0, 0, canvas.width, canvas.height)
      useUnits(context, viewport, pixelRatio)
      if (page.paper !== 'plain')
        drawLines(context, { paper: page.paper, area, zoom: viewport.zoom, colour: paperColours[theme].lines })
      const background = page.picture && pictures.get(page.picture.id)
      if (background && page.picture) context.drawImage(background, 0, 0, page.picture.width, page.picture.height)
      return !tiles.draw(context, viewport, area, pixelRatio)
    },
    close: () => pictures.close(),
  }

  function keepUsedPictures(): void {
    const onPages = model.pages().flatMap(({ picture }) => (picture ? [picture.id] : []))
    const placed = [...model.elements().values()].flatMap((element) =>
      element.kind === 'picture' ? [element.picture] : [],
    )
    pictures.keepOnly(new Set([...onPages, ...placed]))
  }
}
