import { serve } from '#app/serve.server.ts'
import { allow } from '#domain/policy.ts'
import { saveQuestionFile } from '#domain/sessions/save-question-file.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/question-files'

/** POST stores a file for a question: the bytes themselves, with the name in the address. A script asks here, so it answers in JSON. */
export const action = serve('anyone', async ({ context, storage }, { request }: Route.ActionArgs) => {
  try {
    // Before the body is read: nobody's megabytes are not worth the memory.
    if (context.actor.kind === 'visitor') throw new Refusal('not_signed_in_to_ask')
    allow(context.actor, 'student')
    if (request.method !== 'POST') return notThatWay()
    const name = new URL(request.url).searchParams.get('name') ?? ''
    const file = await saveQuestionFile({ ...context, storage }, { name, bytes: await readBytes(request) })
    return Response.json({ file })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return Response.json({ error: error.message }, { status: error.status })
  }
})

export const loader = serve('anyone', async () => notThatWay())

function notThatWay(): Response {
  return Response.json(null, { status: 405, headers: { Allow: 'POST' } })
}

/** A body that breaks off is no fault of ours. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const body = await request.arrayBuffer().catch(() => {
    throw new Refusal('invalid_input')
  })
  return new Uint8Array(body)
}
