import { data, redirect, type Params, type RouterContextProvider } from 'react-router'
import { pathOf, type RequestScope, requestScope } from '#app/base/request.server.ts'
import type { RefusedForm } from '#app/base/forms/form-answer.ts'
import { isDatabaseUnavailable } from '#domain/database-unavailable.server.ts'
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

type Guard<P extends Policy, Other> = {
  policy: P
  /** Handles refused requests: returns a value or throws a redirect, instead of an error page. */
  otherwise?: (refused: RefusedRequest) => Other | Promise<Other>
  /** Also allows a newcomer in an open session. 'this': only in the session whose id is in the path. */
  duringSession?: 'this' | 'any'
}

type ScopeOf<P extends Policy> = RequestScope & { context: { actor: ActorOf<P> } }

/**
 * Wraps every loader and action and checks the policy. A refusal reaches the screen with its text and status. Any
 * other error is logged and reaches the screen only as a request id.
 */
export function serve<P extends Policy, A extends Args, Result, Other = never>(
  access: P | Guard<P, Other>,
  handler: (scope: ScopeOf<P>, args: A) => Promise<Result>,
) {
  const guard: Guard<P, Other> = typeof access === 'string' ? { policy: access } : access
  const { policy, otherwise, duringSession } = guard
  return async (args: A): Promise<Result | Other> => {
    let scope = args.context.get(requestScope)
    try {
      if (duringSession) scope = continueSession(scope, duringSession === 'this' ? (args.params.id ?? '') : 'any')
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

/** Lets a newcomer act as a person with a role in this open session. 'any' matches every session. */
function continueSession(scope: RequestScope, sessionId: string): RequestScope {
  const { actor } = scope.context
  const person = actor.kind === 'newcomer' ? actor.inSession : undefined
  if (!person || (sessionId !== 'any' && sessionId !== person.onlySession)) return scope
  return { ...scope, context: { ...scope.context, actor: person } }
}

/**
 * Returns the refusal to respond with, or null when the error is a bug. An unavailable database is a refusal: the
 * same request can be retried.
 */
function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  return isDatabaseUnavailable(error) ? new Refusal('unavailable') : null
}

/** Like `serve`, for scripts: results and refusals are JSON. */
export function serveJson<P extends Policy, A extends Args>(
  access: P | { policy: P; duringSession: 'this' },
  handler: (scope: ScopeOf<P>, args: A) => Promise<object>,
) {
  const guard = typeof access === 'string' ? { policy: access } : access
  return serve({ ...guard, otherwise: ({ refusal }) => refuseAsJson(refusal) }, (scope: ScopeOf<P>, args: A) =>
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
    return Response.json({ refusal, ...refused.details } satisfies RefusedForm, { status: refused.status })
  }
}

/** Reads the JSON body, or null if it is invalid. The action refuses null after it has checked the actor. */
export async function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => null)
}

/** Reads the texts of a JSON object. A missing field or another value counts as empty: it may not even become a text. */
export async function readJsonTexts<Name extends string>(
  request: Request,
  names: Name[],
): Promise<Record<Name, string>> {
  const fields = Object(await readJson(request)) as Partial<Record<Name, unknown>>
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return Object.fromEntries(names.map((name) => [name, textOf(fields[name])])) as Record<Name, string>
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

/** For forms: returns the refusal as data, so that it is shown beside the input instead of an error page. */
export async function catchRefusal<Result>(work: Promise<Result>) {
  try {
    return await work
  } catch (error) {
    const refused = asRefusal(error)
    if (!refused) throw error
    const { code, message: text, problems } = refused
    return data<RefusedForm>({ refusal: { code, text, ...(problems && { problems }) } }, { status: refused.status })
  }
}

/** Adds the typed values to a refusal, so that a page without scripts shows them again. Never pass a password. */
export function keepTyped<Typed extends object>(refused: ReturnType<typeof data<RefusedForm>>, typed: Typed) {
  return data({ ...refused.data, typed }, refused.init ?? {})
}
