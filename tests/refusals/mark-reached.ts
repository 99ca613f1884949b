import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { registerHooks } from 'node:module'
import { type Reached, reachedHeader } from '#tests/refusals/reached.ts'

// Loaded into a tested product by NODE_OPTIONS=--import. It adds a header to the answer of a write: how far the request
// came. The product itself does not contain this code.

const responses = new AsyncLocalStorage<ServerResponse>()
const actions = new AsyncLocalStorage<ServerResponse>()
subscribe('http.server.request.start', (message) => {
  responses.enterWith((message as { response: ServerResponse }).response)
})

const hook = {
  runHandler<Result>({ method }: Request, handle: () => Result): Result {
    const response = responses.getStore()
    // After an action the router runs the loaders of the page, as GET requests. Loaders are not verbs.
    if (!response || method === 'GET' || method === 'HEAD') return handle()
    mark(response, 'policy')
    return actions.run(response, handle)
  },
  enterVerb(): void {
    const response = actions.getStore()
    if (response) mark(response, 'verb')
  },
}

function mark(response: ServerResponse, reached: Reached): void {
  if (!response.headersSent) response.setHeader(reachedHeader, reached)
}

Object.assign(globalThis, { reachedHook: hook })

/** Verbs that do not call `allow`: they are for anyone, or check the actor in another way. */
const otherVerbs =
  'signIn signOut registerStudent requestPasswordReset setPasswordByLink applyEmailLink handlePaymentReturn ' +
  'handleProviderWebhook requireRecentPassword'

const entries: [RegExp, string][] = [
  [
    /return await handler\(scope, args\)/,
    'return await reachedHook.runHandler(args.request, () => handler(scope, args))',
  ],
  [/(function allow\(actor, policy\) \{[^}]*throw refusal;)/, '$1 reachedHook.enterVerb();'],
  ...otherVerbs
    .split(' ')
    .map((name): [RegExp, string] => [
      new RegExp(`^(async function ${name}\\(ctx\\b.*\\{)$`, 'm'),
      '$1 reachedHook.enterVerb();',
    ]),
]
const missing = new Set(entries)

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!/\/build\/server\/.*\.js$/.test(url) || !loaded.source) return loaded
    let source = Buffer.from(loaded.source as Uint8Array).toString()
    for (const entry of missing) {
      if (!entry[0].test(source)) continue
      source = source.replace(...entry)
      missing.delete(entry)
    }
    return { ...loaded, source }
  },
})

// A build in which a function has another name must not make the count silently wrong.
subscribe('http.server.request.start', () => {
  if (missing.size === 0) return
  process.stderr.write(`mark-reached.ts does not find ${[...missing].map(([text]) => text.source).join(', ')}\n`)
  process.exit(1)
})
