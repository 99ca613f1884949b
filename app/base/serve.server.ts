import { data, type Params, type RouterContextProvider } from 'react-router'
import { type RequestScope, requestScope } from '#app/base/request.server.ts'
import { isDatabaseAway } from '#domain/database-away.server.ts'
import { findRefusal, type Person, type Policy, type PolicyForPeople } from '#domain/policy.ts'
import { logPath } from '#kernel/log-path.ts'
import { Refusal } from '#kernel/refusals.ts'

type Args = { context: Readonly<RouterContextProvider>; request: Request; params: Params }

/** Somebody whom the policy of a door does not let through. */
export type TurnedAway = {
  context: RequestScope['context']
  request: Request
  params: Params
  refusal: Refusal
}

/** Who may come in; and, where that is no error screen, what the others get: a value, or a redirect that is thrown. */
type Door<P extends Policy, Other> =
  | P
  | { policy: P; otherwise: (turnedAway: TurnedAway) => Other | Promise<Other> }

type ScopeOf<P extends Policy> = P extends PolicyForPeople
  ? RequestScope & { context: { actor: Person } }
  : RequestScope

/**
 * The edge of every loader and action. It names who may come in; a refusal reaches the screen with its own text and status;
 * anything else that is thrown is logged and reaches the screen as a request id and nothing more.
 */
export function serve<P extends Policy, A extends Args, Result, Other = never>(
  door: Door<P, Other>,
  work: (scope: ScopeOf<P>, args: A) => Promise<Result>,
) {
  const { policy, otherwise } = typeof door === 'string' ? { policy: door, otherwise: undefined } : door
  return async (args: A): Promise<Result | Other> => {
    const scope = args.context.get(requestScope)
    try {
      const refusal = findRefusal(scope.context.actor, policy)
      if (!refusal) return await work(scope as ScopeOf<P>, args)
      if (!otherwise) throw refusal
      const { context } = scope
      return await otherwise({ context, request: args.request, params: args.params, refusal })
    } catch (error) {
      const { requestId, log } = scope
      const logFields = { err: error, requestId, path: logPath(new URL(args.request.url).pathname) }
      const refusal = asRefusal(error)
      if (refusal) {
        if (refusal !== error) log.warn(logFields, 'the database is away')
        throw data({ code: refusal.code, text: refusal.message }, { status: refusal.status })
      }
      if (!(error instanceof Error)) throw error
      log.error(logFields, 'unexpected error')
      throw data({ requestId }, { status: 500 })
    }
  }
}

/** The refusal to answer with; nothing when the error is a bug. A database that is away is a refusal: the same request can be sent again. */
function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  return isDatabaseAway(error) ? new Refusal('unavailable') : null
}

/** The same for scripts, which get JSON, also of what was refused. */
export function serveJson<P extends Policy, A extends Args>(
  policy: P,
  work: (scope: ScopeOf<P>, args: A) => Promise<object>,
) {
  return serve({ policy, otherwise: ({ refusal }) => refuseAsJson(refusal) }, (scope: ScopeOf<P>, args: A) =>
    asJson(() => work(scope, args)),
  )
}

export function refuseAsJson(refusal: Refusal): Promise<Response> {
  return asJson(() => Promise.reject(refusal))
}

/** For scripts: JSON, also of what was refused. */
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

/** What a script sent; nothing where that is no JSON, which the verb refuses after it has asked who is there. */
export async function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => null)
}

export type FormRefusal = { refusal: { code: string; text: string } }

/** For forms: what was refused is shown beside what was typed, instead of in place of the page. */
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
