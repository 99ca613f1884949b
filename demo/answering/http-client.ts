import type { SessionMessage } from '#domain/sessions/contract.ts'

type HttpClientOptions = {
  /** The base URL of the server. */
  url: string
  /** The public origin, sent as the Origin header. */
  origin: string
  cookie: string
}

export type DemoHttpClient = ReturnType<typeof createHttpClient>

/** Sends the same HTTP requests as the expert's pages. */
export function createHttpClient({ url, origin, cookie }: HttpClientOptions) {
  return {
    async listMessages(session: string): Promise<SessionMessage[]> {
      const response = await send(`/sessions/${session}/messages`)
      return ((await response.json()) as { messages: SessionMessage[] }).messages
    },
    async writeMessage(session: string, message: { id: string; text: string }): Promise<void> {
      await send(`/sessions/${session}/messages`, JSON.stringify(message))
    },
    async loadBoard(session: string): Promise<{ last: number; changes: string[] }> {
      const answer = await send(`/boards/${session}/changes`)
      return (await answer.json()) as { last: number; changes: string[] }
    },
    /** Stores a change of a board, in base64. */
    async storeBoard(session: string, data: string): Promise<void> {
      await send(`/boards/${session}/changes`, JSON.stringify({ data }))
    },
    async joinBooking(booking: string): Promise<void> {
      await send(`/bookings/${booking}/step`, JSON.stringify({ act: 'join' }))
    },
    async giveFeedback(session: string, fields: URLSearchParams): Promise<void> {
      await send(`/expert/sessions/${session}`, fields)
    },
  }

  async function send(path: string, body?: string | URLSearchParams): Promise<Response> {
    const method = body === undefined ? 'GET' : 'POST'
    const response = await fetch(url + path, { method, headers: { Cookie: cookie, Origin: origin }, body })
    if (!response.ok) throw new Error(`${method} ${path} returned status ${response.status}`)
    return response
  }
}
