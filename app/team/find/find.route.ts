import { readJsonTexts, serveJson } from '#app/base/serve.server.ts'
import { findEverything } from '#domain/team/find-everything.server.ts'
import type { Route } from './+types/find.route'

/**
 * The search over everything. It is an action, so that the text, which may be an email address, stays out of URLs and
 * the logs of proxies.
 */
export const action = serveJson('team', async ({ context }, { request }: Route.ActionArgs) => {
  const { text } = await readJsonTexts(request, ['text'])
  return findEverything(context, text)
})
