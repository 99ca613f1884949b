import { storedFileResponse, methodNotAllowed, readBytes } from '#app/base/files.server.ts'
import { serve } from '#app/base/serve.server.ts'
import { saveDocument } from '#domain/applications/save-document.server.ts'
import type { Route } from './+types/application-documents.route'

/** POST stores an applicant's document: the body is the raw bytes, the query has its name and the application. */
export const action = serve(
  'prepareExperts',
  async ({ context, storage, decodeQueue }, { request }: Route.ActionArgs) => {
    if (request.method !== 'POST') return methodNotAllowed()
    const query = new URL(request.url).searchParams
    return storedFileResponse(async () => {
      const name = query.get('name') ?? ''
      const applicationId = query.get('application') ?? ''
      await saveDocument({ ...context, storage, decodeQueue }, { applicationId, name, bytes: await readBytes(request) })
      return { name }
    })
  },
)

export const loader = serve('prepareExperts', async () => methodNotAllowed())
