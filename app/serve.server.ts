import { data, type RouterContextProvider } from 'react-router'
import { type RequestScope, requestScope } from '#app/request.server.ts'
import { Refusal } from '#kernel/refusals.ts'

type Args = { context: Readonly<RouterContextProvider>; request: Request }

/**
 * The edge of every loader and action: a refusal reaches the screen with its own text and status; anything else
 * that is thrown is logged and reaches the screen as a request id and nothing more.
 */
export function serve<A extends Args, Result>(work: (scope: RequestScope, args: A) => Promise<Result>) {
  return async (args: A): Promise<Result> => {
    const scope = args.context.get(requestScope)
    try {
      return await work(scope, args)
    } catch (error) {
      if (error instanceof Refusal) {
        throw data({ code: error.code, text: error.message }, { status: error.status })
      }
      if (!(error instanceof Error)) throw error
      const { requestId, log } = scope
      log.error({ err: error, requestId, path: new URL(args.request.url).pathname }, 'unexpected error')
      throw data({ requestId }, { status: 500 })
    }
  }
}
