import { data, redirect, type Params, type RouterContextProvider } from 'react-router'
import { pathOf, type RequestScope, requestScope } from '#app/base/request.server.ts'
import { isDatabaseAway } from '#domain/database-away.server.ts'
import { type ActorOf, findRefusal, type Policy } from '#domain/policy.ts'
import { logPath } from '#kernel/log-path.ts'
import { Refusal } from '#kernel/refusals.ts'

type Args = { context: Readonly<RouterContextProvider>; request: Request; params: Params }

/** The page that asks a newcomer to accept the terms. */
export const acceptTermsPath = '/accept-terms'

/** A request that the policy refuses. */
export type RefusedRequest = {
  product: RequestScope['product']
  context: RequestScope['context']
  request: Request
  params: Params
  refusal: Refusal
}

/** The policy, and optionally what refused requests get instead of an error screen: a value, or a thrown redirect. */
type Access<P extends Policy, Other> = P | { policy: P; otherwise: (refused: RefusedRequest) => Other | Promise<Other> }

type ScopeOf<P extends Policy> = RequestScope & { context: { actor: ActorOf<P> } }

/**
 * Wraps every loader and action and checks the policy. A refusal reaches the screen with its text and status. Any
 * other error is logged and reaches the screen only as a request id.
 */
export function serve<P extends Policy, A extends Args, Result, Other = never>(
  access: Access<P, Other>,
  handler: (scope: ScopeOf<P>, args: A) => Promise<Result>,
) {
  const { policy, otherwise } = typeof access === 'string' ? { policy: access, otherwise: undefined } : access
  return async (args: A): Promise<Result | Other> => {
    const scope = args.context.get(requestScope)
    try {
      const refusal = findRefusal(scope.context.actor, policy)
      if (!refusal) return await handler(scope as ScopeOf<P>, args)
      if (refusal.code === 'terms_needed' && args.request.method === 'GET') {
        throw redirect(`${acceptTermsPath}?redirect=${encodeURIComponent(pathOf(args.request))}`)
      }
      if (!otherwise) throw refusal
      const { context, product } = scope
      return await otherwise({ context, product, request: args.request, params: args.params, refusal })
    } catch (error) {
      const { requestId, log } = scope
      const logFields = { err: error, requestId, path: logPath(new URL(args.request.url).pathname) }
      const refusal = asRefusal(error)
      if (refusal) {
        if (refusal !== error) log.warn(logFields, 'database unavailable')
        throw data({ code: refusal.code, text: refusal.message }, { status: refusal.status })
      }
      if (!(error instanceof Error)) throw error
      log.error(logFields, 'unexpected error')
      throw data({ requestId }, { status: 500 })
    }
  }
}

/**
 * Returns the refusal to respond with, or null when the error is a bug. An unavailable database is a refusal: the
 * same request can be retried.
 */
function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  return isDatabaseAway(error) ? new Refusal('unavailable') : null
}

/** Like `serve`, for scripts: results and refusals are JSON. */
export function serveJson<P extends Policy, A extends Args>(
  policy: P,
  handler: (scope: ScopeOf<P>, args: A) => Promise<object>,
) {
  return serve({ policy, otherwise: ({ refusal }) => refuseAsJson(refusal) }, (scope: ScopeOf<P>, args: A) =>
    asJson(() => handler(scope, args)),
  )
}

export function refuseAsJson(refusal: Refusal): Promise<Response> {
  return asJson(() => Promise.reject(refusal))
}

/** Returns the result or the refusal as JSON. */
export async function asJson(work: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await work())
  } catch (error) {
    const refused = asRefusal(error)
    if (!refused) throw error
    const refusal = { code: refused.code, text: refused.message }
    return Response.json({ refusal, ...refused.details } satisfies FormRefusal, { status: refused.status })
  }
}

/** Reads the JSON body, or null if it is invalid. The action refuses null after it has checked the actor. */
export async function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => null)
}

/** Reads a form. Refuses other bodies, and null characters, which the database cannot store. */
export async function readForm(request: Request): Promise<FormData> {
  const form = await request.formData().catch(() => {
    throw new Refusal('invalid_input')
  })
  const hasNull = [...form].some(
    ([name, value]) => name.includes('\0') || (typeof value === 'string' && value.includes('\0')),
  )
  if (hasNull) throw new Refusal('invalid_input')
  return form
}

export type FormRefusal = { refusal: { code: string; text: string } }

/** For forms: returns the refusal as data, so that it is shown beside the input instead of an error page. */
export async function catchRefusal<Result>(work: Promise<Result>) {
  try {
    return await work
  } catch (error) {
    const refused = asRefusal(error)
    if (!refused) throw error
    const refusal = { code: refused.code, text: refused.message }
    return data<FormRefusal>({ refusal }, { status: refused.status })
  }
}
