import { once } from 'node:events'
import { createServer as createHttp, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Certificate } from '#tests/self-signed-certificate.ts'

/** Writes a calendar with these events, as other programs do. Times in UTC: '20261120T040000Z'. */
export function writeCalendar(...events: string[][]): string {
  const lines: string[] = []
  for (const [index, event] of events.entries()) {
    lines.push('BEGIN:VEVENT')
    if (!event.some((line) => line.startsWith('UID:'))) lines.push(`UID:event-${index}@elsewhere.example`)
    lines.push('DTSTAMP:20261101T000000Z', ...event, 'END:VEVENT')
  }
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Elsewhere//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

/** One event in UTC. */
export function writeEvent({ from, to }: { from: Date; to: Date }, ...more: string[]): string[] {
  return [`DTSTART:${inUtc(from)}`, `DTEND:${inUtc(to)}`, 'SUMMARY:Dentist, secret', ...more]
}

function inUtc(date: Date): string {
  return date.toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

export type CalendarServer = Awaited<ReturnType<typeof startCalendarServer>>

/** A real server of calendars on this machine. With a certificate it speaks https. */
export async function startCalendarServer(certificate?: Certificate) {
  let answer: RequestListener = (_request, response) => void response.writeHead(404).end()
  const requests: Pick<IncomingMessage, 'url' | 'headers'>[] = []
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    requests.push({ url: request.url, headers: request.headers })
    answer(request, response)
  }
  const server = certificate ? createHttps(certificate, listener) : createHttp(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    requests,
    /** The URL of the calendar. */
    url: certificate ? `https://localhost:${port}/private/secret.ics` : `http://127.0.0.1:${port}/private/secret.ics`,
    answerWith: (listenerOfTest: RequestListener) => void (answer = listenerOfTest),
    /** Answers every request with this calendar. */
    serve(text: string, headers: Record<string, string> = {}) {
      answer = (_request, response) =>
        void response.writeHead(200, { 'Content-Type': 'text/calendar', ...headers }).end(text)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
