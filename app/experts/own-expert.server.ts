import { data } from 'react-router'
import type { RequestScope } from '#app/base/request.server.ts'
import type { OwnExpert } from '#domain/experts/contract.ts'
import { ensureExpert } from '#domain/experts/ensure-expert.server.ts'
import { getOwnExpert } from '#domain/experts/queries.server.ts'
import { Refusal } from '#kernel/refusals.ts'

/** One's own record, which comes into being at the first visit. Who cannot get one is told that it is the making that failed. */
export async function ensureOwnExpert({ context, log, requestId }: RequestScope): Promise<OwnExpert> {
  await ensureExpert(context).catch((err: unknown) => {
    if (err instanceof Refusal) throw err
    log.error({ err, requestId }, 'the record of an expert could not be made')
    const text = 'It could not be saved on our side.'
    throw data({ failedTo: 'create', text, requestId }, { status: 500 })
  })
  return getOwnExpert(context)
}
