import { readJsonTexts, serveJson } from '#app/base/serve.server.ts'
import { copyBoard } from '#domain/boards/copy-board.server.ts'
import { listBoardsToAdd } from '#domain/boards/prepared-boards.server.ts'
import type { Route } from './+types/board-copy.route'

/** GET lists the prepared boards that the expert may add to the board of a call. */
export const loader = serveJson(
  { policy: 'expert', duringSession: 'this' },
  async ({ context }, { params }: Route.LoaderArgs) => ({ boards: await listBoardsToAdd(context, { id: params.id }) }),
)

/** POST `{ from }` copies another board into the board of a call. */
export const action = serveJson(
  { policy: 'signedIn', duringSession: 'this' },
  async ({ context, storage }, { params, request }: Route.ActionArgs) => {
    const { from } = await readJsonTexts(request, ['from'])
    return copyBoard({ ...context, storage }, { id: params.id, from })
  },
)
