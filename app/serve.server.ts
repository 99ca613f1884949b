import { data, type RouterContextProvider } from 'react-router'
import { type RequestScope, requestScope } from '#app/request.server.ts'
import { allow, type Policy } from '#domain/policy.ts'
import { logPath } from '#kernel/log-path.ts'
import { Refusal } from '#kernel/refusals.ts'

type Args = { context: Readonly<RouterContextProvider>; request: Request }

/**
 * The edge of every loader and action. It names who may come in; a refusal reaches the screen with its own text and status;
 * anything else that is thrown is logged and reaches the screen as a request id and nothing more.
 */
export function serve<A extends Args, Result>(
  policy: Policy,
  work: (scope: RequestScope, args: A) => Promise<Result>,
) {
  return async (args: A): Promise<Result> => {
    const scope = args.context.get(requestScope)
    try {
      allow(scope.context.actor, policy)
      return await work(scope, args)
    } catch (error) {
      if (error instanceof Refusal) {
        throw data({ code: error.code, text: error.message }, { status: error.status })
      }
      if (!(error instanceof Error)) throw error
      const { requestId, log } = scope
      log.error(
        { err: error, requestId, path: logPath(new URL(args.request.url).pathname) },
        'unexpected error',
      )
      throw data({ requestId }, { status: 500 })
    }
  }
}

/** For scripts: JSON, also of what was refused. */
export async function asJson(work: () => Promise<object>): Promise<Response> {
  try {
    return Response.json(await work())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const refusal = { code: error.code, text: error.message }
    return Response.json({ refusal, ...error.details } satisfies FormRefusal, { status: error.status })
  }
}

/** What a script sent; nothing where that is no JSON, which the verb refuses after it has asked who is there. */
export async function readJson(request: Request): Promise<unknown> {
  return request.json().catch(() => null)
}

export type FormRefusal = { refusal: { code: string; text: string } }

/** For forms: what was refused is shown beside what was typed, instead of in place of the page. */
export async function orRefusal<Result>(work: Promise<Result>) {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return data<FormRefusal>({ refusal: { code: error.code, text: error.message } }, { status: error.status })
  }
}
