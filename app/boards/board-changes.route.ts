import { readJson, serveJson } from '#app/base/serve.server.ts'
import { listBoardChanges } from '#domain/boards/queries.server.ts'
import { storeBoardUpdate } from '#domain/boards/store-update.server.ts'
import { boardPartOfChangesBytes } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/board-changes.route'

/**
 * GET with `?after=n` returns the changes after that number, in base64. With `parts=1`, it returns the first of them,
 * and whether there are more. Pages of the previous version do not ask for parts, and get all.
 */
export const loader = serveJson(
  { policy: 'signedIn', duringSession: 'this' },
  async ({ context }, { params, request }: Route.LoaderArgs) => {
    const { searchParams } = new URL(request.url)
    const after = readNumber(searchParams.get('after'))
    const inParts = searchParams.get('parts') === '1'
    const { last, changes, hasMore } = await listBoardChanges(context, {
      id: params.id,
      after,
      ...(inParts && { maxBytes: boardPartOfChangesBytes }),
    })
    return {
      last,
      changes: changes.map((change) => Buffer.from(change).toString('base64')),
      ...(inParts && { more: hasMore }),
    }
  },
)

/** POST stores one change, in base64. */
export const action = serveJson(
  { policy: 'signedIn', duringSession: 'this' },
  async ({ context }, { params, request }: Route.ActionArgs) => {
    const input = (await readJson(request)) as { data?: unknown } | null
    if (typeof input?.data !== 'string') throw new Refusal('invalid_input')
    return storeBoardUpdate(context, { id: params.id, data: Buffer.from(input.data, 'base64') })
  },
)

/** Returns 0, which is before all changes, for an invalid number. */
function readNumber(text: string | null): number {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : 0
}
