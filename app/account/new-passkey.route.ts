import { z } from 'zod'
import { readJson, serveJson } from '#app/base/serve.server.ts'
import { startPasskey } from '#domain/sign-in/add-passkey.server.ts'
import { parse } from '#kernel/parse.ts'
import type { Route } from './+types/new-passkey.route'

const input = z.object({ password: z.string() })

/** Returns the options for a new passkey. The browser sends the created passkey to the security page. */
export const action = serveJson('signedIn', async ({ context, product }, { request }: Route.ActionArgs) => {
  const { password } = parse(input, await readJson(request))
  return startPasskey(context, { password, site: product })
})
