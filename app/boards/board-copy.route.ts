import { readJson, serveJson } from '#app/base/serve.server.ts'
import { copyBoard } from '#domain/boards/copy-board.server.ts'
import { listBoardsToAdd } from '#domain/boards/prepared-boards.server.ts'
import type { BoardId } from '#kernel/ids.ts'
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
    const input = (await readJson(request)) as { from?: unknown } | null
    return copyBoard({ ...context, storage }, { id: params.id as BoardId, from: input?.from as BoardId })
  },
)
