import { type BoardModel, firstPageId } from '#app/boards/document/board-model.ts'
import { type BoardPage, type Colour, readPresence, type SharedView } from '#app/boards/document/elements.ts'
import type { SharedBoard } from '#app/boards/document/shared-board.ts'
import {
  type Box,
  boxOf,
  contains,
  fitBox,
  panBy,
  type Point,
  toSharedView,
  unite,
  type Viewport,
  visibleBox,
  zoomAt,
} from '#app/boards/drawing/geometry.ts'
import type { Theme } from '#app/boards/drawing/palette.ts'

const tools = [
  'move',
  'pen',
  'marker',
  'eraser',
  'line',
  'arrow',
  'rectangle',
  'ellipse',
  'text',
  'formula',
  'laser',
] as const
export type Tool = (typeof tools)[number]

/** Widths of lines, in units of the page. */
export const sizes = { thin: 2, medium: 4, thick: 9 } as const
export type Size = keyof typeof sizes

/** The visible part of the board and the chosen tool of this person. None of it is stored. */
export type BoardViewState = {
  page: string
  tool: Tool
  colour: Colour
  size: Size
  /** The theme of pages without a picture. Pages with a picture are always light. */
  theme: Theme
  zoom: number
  /** The other person follows what this page shows. */
  isLeading: boolean
  /** This page shows what the other person shows. */
  isFollowing: boolean
  selected: string | null
  /** How far the selected element is being moved. */
  movedBy: Point | null
  /** The elements that the eraser has touched. They are hidden until it ends, and removed then. */
  erasing: ReadonlySet<string>
  /** The cursor of the keyboard, in pixels of the screen. Null while another pointer is used. */
  keyCursor: Point | null
  /** The drawing area has the focus. */
  hasFocus: boolean
  /** The tool that the keyboard has begun to use. */
  keyTool: Tool | null
}

type Options = { model: BoardModel; presence: SharedBoard['presence']; theme: Theme }

const startState: Omit<BoardViewState, 'theme'> = {
  page: firstPageId,
  tool: 'pen',
  colour: 'ink',
  size: 'medium',
  zoom: 1,
  isLeading: false,
  isFollowing: false,
  selected: null,
  movedBy: null,
  erasing: new Set(),
  keyCursor: null,
  hasFocus: false,
  keyTool: null,
}
/** The margin around the content when a page is shown completely. */
const fitMargin = 16

export type BoardView = ReturnType<typeof createBoardView>

/** The part of the board that this page shows, and the chosen tool. */
export function createBoardView({ model, presence, theme }: Options) {
  let state: BoardViewState = { ...startState, theme }
  let size = { width: 0, height: 0 }
  let viewport: Viewport = { x: 0, y: 0, zoom: 1 }
  /** The last viewport of each page. */
  const viewports = new Map<string, Viewport>()
  /** This person has stopped following the view that the other person shows. Reset when that view ends. */
  let hasDeclined = false
  const listeners = new Set<() => void>()
  const moveListeners = new Set<() => void>()
  const onPresence = () => follow(findLead())
  presence.on('change', onPresence)
  // The other person may show a page that has not arrived here yet.
  const stopWatching = model.subscribe(() => {
    const lead = findLead()
    if (lead && lead.page !== state.page) follow(lead)
  })

  return {
    state: () => state,
    viewport: () => viewport,
    size: () => size,
    /** The visible page, or the first page if it was removed. */
    currentPage: (): BoardPage => getPage(),
    /** Pictures usually show paper, so their pages use the colours for light paper. */
    theme: (): Theme => (getPage().picture ? 'light' : state.theme),
    subscribe: (listener: () => void) => add(listeners, listener),
    /** Reports movements, many times a second. */
    onMove: (listener: () => void) => add(moveListeners, listener),
    change,
    resize(changed: { width: number; height: number }): void {
      size = changed
      if (size.width === 0) return
      const isFirst = !viewports.has(state.page)
      if (isFirst && !isAllVisible()) fit()
      else move(viewport)
    },
    showPage(id: string): void {
      stopFollowing()
      showPage(id)
    },
    pan(by: Point): void {
      stopFollowing()
      move(panBy(viewport, by))
    },
    zoom(factor: number, at: Point = { x: size.width / 2, y: size.height / 2 }): void {
      stopFollowing()
      move(zoomAt(viewport, at, factor))
    },
    /** Shows the whole content of the page. */
    fit(): void {
      stopFollowing()
      fit()
    },
    lead(isLeading: boolean): void {
      if (isLeading) stopFollowing()
      change({ isLeading })
      sendLead()
    },
    stopFollowing,
    cursor(point: Point | null): void {
      const cursor = point && { page: getPage().id, x: Math.round(point.x), y: Math.round(point.y) }
      presence.setLocalStateField('cursor', cursor)
    },
    /** The places where the other person's pointer is. */
    otherCursors: () => readOthers().flatMap(({ cursor }) => (cursor?.page === getPage().id ? [cursor] : [])),
    close(): void {
      presence.off('change', onPresence)
      stopWatching()
      listeners.clear()
      moveListeners.clear()
    },
  }

  function change(changes: Partial<BoardViewState>): void {
    // Other tools do not use the selection.
    const isOtherTool = changes.tool !== undefined && changes.tool !== 'move'
    state = { ...state, ...(isOtherTool && { selected: null }), ...changes }
    listeners.forEach((listener) => listener())
  }

  function getPage(): BoardPage {
    const pages = model.pages()
    return pages.find(({ id }) => id === state.page) ?? (pages[0] as BoardPage)
  }

  function showPage(id: string): void {
    change({ page: id, selected: null })
    const known = viewports.get(id)
    if (known) move(known)
    else fit()
  }

  function fit(): void {
    const content = contentBox()
    if (content) move(fitBox(content, size, { margin: fitMargin, zoomLimit: 1 }))
    else move({ x: 0, y: 0, zoom: 1 })
  }

  function isAllVisible(): boolean {
    const content = contentBox()
    return content === null || contains(visibleBox(viewport, size), content)
  }

  function contentBox(): Box | null {
    const { id, picture } = getPage()
    const boxes = [...model.elements().values()].filter(({ page }) => page === id).map(boxOf)
    return unite(picture ? [...boxes, { x: 0, y: 0, ...picture }] : boxes)
  }

  function move(changed: Viewport): void {
    viewport = changed
    viewports.set(state.page, viewport)
    if (state.zoom !== viewport.zoom) change({ zoom: viewport.zoom })
    moveListeners.forEach((listener) => listener())
    sendLead()
  }

  function sendLead(): void {
    const lead = state.isLeading ? toSharedView(getPage().id, visibleBox(viewport, size)) : null
    if (lead || presence.getLocalState()?.lead) presence.setLocalStateField('lead', lead)
  }

  function follow(lead: SharedView | null): void {
    if (!lead) hasDeclined = false
    const isFollowing = lead !== null && !hasDeclined
    // Only one of the two can lead: the last one to start.
    if (isFollowing && state.isLeading) {
      change({ isLeading: false })
      sendLead()
    }
    if (isFollowing !== state.isFollowing) change({ isFollowing })
    const isKnown = model.pages().some(({ id }) => id === lead?.page)
    if (!lead || !isFollowing || !isKnown || size.width === 0) return
    if (lead.page !== state.page) showPage(lead.page)
    move(fitBox(lead, size))
  }

  function stopFollowing(): void {
    if (!state.isFollowing) return
    hasDeclined = true
    change({ isFollowing: false })
  }

  function findLead(): SharedView | null {
    return readOthers().find(({ lead }) => lead)?.lead ?? null
  }

  function readOthers() {
    const others = [...presence.getStates()].filter(([client]) => client !== presence.clientID)
    return others.map(([, value]) => readPresence(value))
  }
}

function add(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
