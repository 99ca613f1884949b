import { readJson, serveJson } from '#app/base/serve.server.ts'
import type { NewMessage } from '#domain/sessions/contract.ts'
import { readMessages } from '#domain/sessions/read-messages.server.ts'
import { writeMessage } from '#domain/sessions/write-message.server.ts'
import type { Route } from './+types/session-messages.route'

/** GET with `?after=n` returns the messages after that number, as JSON. */
export const loader = serveJson(
  { policy: 'signedIn', duringSession: 'this' },
  async ({ context }, { params, request }: Route.LoaderArgs) => {
    const after = readNumber(new URL(request.url).searchParams.get('after'))
    return { messages: await readMessages(context, { sessionId: params.id, after }) }
  },
)

/** POST writes one message, with the id that the browser generated. */
export const action = serveJson(
  { policy: 'signedIn', duringSession: 'this' },
  async ({ context }, { params, request }: Route.ActionArgs) => {
    const input = (await readJson(request)) as NewMessage | null
    return { message: await writeMessage(context, { ...input, sessionId: params.id } as NewMessage) }
  },
)

/** Returns 0, which is before all messages, for an invalid number. */
function readNumber(text: string | null): number {
  return text && /^\d{1,6}$/.test(text) ? Number(text) : 0
}
