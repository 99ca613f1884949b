import { data } from 'react-router'
import type { RequestScope } from '#app/base/request.server.ts'
import type { OwnExpert } from '#domain/experts/contract.ts'
import { ensureExpert } from '#domain/experts/ensure-expert.server.ts'
import { getOwnExpert } from '#domain/experts/queries.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Returns the viewer's expert record and creates it on the first visit. If creation fails, the error says so. */
export async function ensureOwnExpert({ context, log, requestId }: RequestScope): Promise<OwnExpert> {
  await ensureExpert(context).catch((err: unknown) => {
    if (err instanceof Refusal) throw err
    log.error({ err, requestId }, 'the expert record could not be created')
    const text = 'It could not be saved on our side.'
    throw data({ failedTo: 'create', text, requestId }, { status: 500 })
  })
  return getOwnExpert(context)
}
