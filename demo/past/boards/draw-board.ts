import * as Y from 'yjs'
import { createBoardModel, firstPageId, type NewElement } from '#app/boards/document/board-model.ts'
import type { PastPage } from '#demo/past/boards/past-board.ts'
import type { PastExpert, PastStudent, ReplayContext } from '#demo/past/replay-context.ts'
import { storeBoardUpdate } from '#domain/boards/store-update.server.ts'
import { otherSide } from '#domain/sessions/states.ts'
import { boardId, type SessionId } from '#kernel/ids.ts'

type Participants = { id: SessionId; student: PastStudent; expert: PastExpert }

/** Draws the pages of a past call. Each person has a separate document, as their browsers would. */
export async function drawBoard(
  { as }: ReplayContext,
  { id, ...people }: Participants,
  pages: PastPage[],
): Promise<void> {
  const docs = { student: new Y.Doc(), expert: new Y.Doc() }
  let pageId = firstPageId
  for (const [number, { paper, drawings }] of pages.entries()) {
    for (const [index, { by, elements }] of drawings.entries()) {
      const doc = docs[by]
      const before = Y.encodeStateVector(doc)
      const model = createBoardModel(doc)
      if (index === 0 && number === 0) model.changePage(firstPageId, { paper })
      else if (index === 0) pageId = model.addPage(pageId, { paper }) ?? pageId
      for (const element of elements) model.add({ ...element, page: pageId } as NewElement)
      model.close()
      const data = Y.encodeStateAsUpdate(doc, before)
      await storeBoardUpdate(as(people[by]), { id: boardId.parse(id), data })
      Y.applyUpdate(docs[otherSide(by)], data)
    }
  }
}
