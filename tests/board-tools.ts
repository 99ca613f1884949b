import { createBoardModel } from '#app/boards/document/board-model.ts'
import { createBoardView } from '#app/boards/drawing/board-view.ts'
import { createDrawTools, type WritePlace } from '#app/boards/drawing/draw-tools.ts'
import { openConnectedBoards } from '#tests/board-pages.ts'

/** Asha’s board with its tools, without a browser, connected to the board of Ravi. */
export function openBoardTools() {
  const boards = openConnectedBoards()
  const model = createBoardModel(boards.asha.doc)
  const view = createBoardView({ model, presence: boards.asha.presence, theme: 'dark' })
  const places: WritePlace[] = []
  const tools = createDrawTools({
    model,
    view,
    live: boards.asha.live,
    onChange: () => undefined,
    onFinished: () => undefined,
    onWrite: (place) => places.push(place),
  })
  return {
    boards,
    model,
    view,
    tools,
    /** The places where a text was started. */
    places,
    close() {
      view.close()
      model.close()
      boards.close()
    },
  }
}
