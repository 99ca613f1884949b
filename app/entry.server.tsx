import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { RequestIdContext } from '#app/base/error-page.tsx'
import * as signedInCode from '#app/shell/signed-in.tsx'
import { SignedInScriptContext, signedInModule } from '#app/shell/signed-in-module.ts'
import { emptyResultsModule } from '#app/discovery/listing/empty-results-module.ts'
import * as emptyCode from '#app/discovery/listing/empty-results.tsx'
import * as filterCode from '#app/discovery/listing/filter-fields.tsx'
import { filterFieldsModule } from '#app/discovery/listing/filter-fields-module.ts'
import { NonceContext } from '#app/base/nonce.ts'
import { requestScope } from '#app/base/request.server.ts'
import { logPath } from '#kernel/log-path.ts'

signedInModule.provide(signedInCode)
filterFieldsModule.provide(filterCode)
emptyResultsModule.provide(emptyCode)

const renderTimeoutMs = 10_000
/** React Router rejects deferred data after this time, so that the page can still be completed. */
export const streamTimeout = renderTimeoutMs - 1_000

/**
 * Streams the page: head and shell are sent as soon as they are rendered. A public page is cached, so it is sent
 * only when it is complete.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const { nonce, requestId, signedInScript, log } = loadContext.get(requestScope)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const readyEvent = headers.get('Cache-Control')?.startsWith('public') ? 'onAllReady' : 'onShellReady'
  return new Promise((resolve, reject) => {
    let isShellSent = false
    const { pipe, abort } = renderToPipeableStream(
      <RequestIdContext value={requestId}>
        <NonceContext value={nonce}>
          <SignedInScriptContext value={signedInScript}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </SignedInScriptContext>
        </NonceContext>
      </RequestIdContext>,
      {
        nonce,
        [readyEvent]() {
          isShellSent = true
          const body = new PassThrough()
          body.once('close', () => clearTimeout(timeout))
          pipe(body)
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        },
        onShellError: reject,
        onError(error) {
          // Before the shell is sent, onShellError passes the error to handleError.
          if (isShellSent) log.error({ err: error, requestId }, 'rendering failed after the shell was sent')
        },
      },
    )
    const timeout = setTimeout(() => abort(new Error('rendering took too long')), renderTimeoutMs)
  })
}

export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  // Errors that the router itself reports, for example for an unknown method, are client errors.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  const { log, requestId } = context.get(requestScope)
  log.error({ err: error, requestId, path: logPath(new URL(request.url).pathname) }, 'unexpected error')
}
