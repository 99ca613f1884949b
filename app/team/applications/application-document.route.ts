import { fileResponse, fileNotFound } from '#app/base/files.server.ts'
import { serve } from '#app/base/serve.server.ts'
import { readDocument } from '#domain/applications/read-document.server.ts'
import type { Route } from './+types/application-document.route'

/** Downloads an applicant's document for the team. Each download is written to the audit log. */
export const loader = serve('prepareExperts', async ({ context, storage }, { params }: Route.LoaderArgs) => {
  const document = await readDocument({ ...context, storage }, params.id)
  return document ? fileResponse(document) : fileNotFound()
})
