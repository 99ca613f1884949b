import { readJson, serveJson } from '#app/base/serve.server.ts'
import { copyBoard } from '#domain/boards/copy-board.server.ts'
import type { BoardId } from '#kernel/ids.ts'
import type { Route } from './+types/board-copy.route'

/** POST `{ from }` copies another board into the board of a call. */
export const action = serveJson(
  { policy: 'signedIn', duringSession: 'this' },
  async ({ context, storage }, { params, request }: Route.ActionArgs) => {
    const input = (await readJson(request)) as { from?: unknown } | null
    await copyBoard({ ...context, storage }, { id: params.id as BoardId, from: input?.from as BoardId })
    return { done: true }
  },
)
