import { fileNotFound, fileResponse } from '#app/base/files.server.ts'
import { refuseAsJson, serve } from '#app/base/serve.server.ts'
import { findBoardPicture } from '#domain/boards/picture-queries.server.ts'
import type { Route } from './+types/board-picture.route'

/** Serves a picture of a board to people who may read the board. */
export const loader = serve(
  { policy: 'signedIn', otherwise: ({ refusal }) => refuseAsJson(refusal), duringSession: 'any' },
  async ({ context, storage }, { params }: Route.LoaderArgs) => {
    const file = await findBoardPicture({ ...context, storage }, params.id)
    return file ? fileResponse(file, { inline: true }) : fileNotFound()
  },
)
