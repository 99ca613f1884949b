import { readBytes } from '#app/base/files.server.ts'
import { serveJson } from '#app/base/serve.server.ts'
import { listBoardPictures } from '#domain/boards/picture-queries.server.ts'
import { saveBoardPicture } from '#domain/boards/save-picture.server.ts'
import type { Route } from './+types/board-pictures.route'

/** GET lists the pictures of a board. */
export const loader = serveJson(
  { policy: 'signedIn', duringSession: 'this' },
  async ({ context }, { params }: Route.LoaderArgs) => ({ pictures: await listBoardPictures(context, params.id) }),
)

/** POST stores a picture: the body is the file. The policy is checked before the body is read. */
export const action = serveJson(
  { policy: 'signedIn', duringSession: 'this' },
  async ({ context, storage, decodeQueue }, { params, request }: Route.ActionArgs) => ({
    picture: await saveBoardPicture(
      { ...context, storage, decodeQueue },
      { id: params.id, bytes: await readBytes(request) },
    ),
  }),
)
