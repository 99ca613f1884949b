import { once } from 'node:events'
import { Agent, type IncomingMessage, request as sendRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Product } from '#tests/product.ts'
import { listOddRequests, listOneOfEachKind, type OddRequest } from '#tests/refusals/odd-requests.ts'
import { type Reached, reachedHeader } from '#tests/refusals/reached.ts'
import type { PeopleAndRecords } from '#tests/refusals/people-and-records.ts'

const atOnce = 3
/** The sign-in for a route, if not the usual one of each kind of person. */
const signIns: Record<string, 'spares' | 'leaving' | 'party'> = {
  // Its acts end other sign-ins and lock passwords, so spare people use it in turn.
  'app/account/security.route.tsx': 'spares',
  'app/account/logout.route.ts': 'leaving',
  // They act on a past session, so its student and its expert use them.
  'app/sessions/session.route.tsx': 'party',
  'app/sessions/session-step.route.ts': 'party',
  'app/sessions/session-alternatives.route.ts': 'party',
  'app/call/chat/session-messages.route.ts': 'party',
  'app/boards/board-changes.route.ts': 'party',
  'app/boards/board-pictures.route.ts': 'party',
}

export type OddAnswer = {
  request: OddRequest
  status: number
  isAway: boolean
  /** How far a write came, if the product was started with `mark-reached.ts`. */
  reached: Reached | null
}

/** Sends all odd requests until a deadline, or one of each kind. The same seed makes the same requests. */
export async function sendOddRequests(
  { origin }: Pick<Product, 'origin'>,
  options: { people: PeopleAndRecords; seed: number; isOneOfEachKind?: true; untilMs?: number },
): Promise<{ all: OddRequest[]; answers: OddAnswer[] }> {
  const { people, seed, isOneOfEachKind, untilMs = Infinity } = options
  const all = listOddRequests({ seed, ...people })
  const answers: OddAnswer[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const waiting = (isOneOfEachKind ? listOneOfEachKind(all) : all).entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, request] of waiting) {
        if (Date.now() > untilMs) return
        const { status, location, reached } = await sendPatiently({
          origin,
          request,
          cookies: people.cookies,
          index,
          agent,
        })
        answers.push({ request, status, isAway: isTurnedAway(request, status, location), reached })
      }
    }),
  )
  agent.destroy()
  return { all, answers }
}

/** Lists server errors, and requests with an unknown act that were not refused. */
export function listProblems(answers: OddAnswer[]): string[] {
  const problems = answers.filter(
    ({ request, status, isAway }) => status >= 500 || (request.oddity.startsWith('act=') && status !== 400 && !isAway),
  )
  const texts = problems.map(
    ({ request: { who, method, path, oddity }, status }) =>
      `${status} ${who} ${method} ${path.slice(0, 90)}: ${oddity}`,
  )
  return [...new Set(texts)].toSorted()
}

type Cookies = PeopleAndRecords['cookies']
type SentRequest = { origin: string; request: OddRequest; cookies: Cookies; index: number; agent: Agent }

/** A busy server may answer 503 once, so the request is repeated. A second 503 is an error. */
async function sendPatiently(sent: SentRequest) {
  const answer = await send(sent)
  return answer.status === 503 ? send(sent) : answer
}

/** The cookie of the person who sends the request with this number. */
export function cookieOf({ file, who }: OddRequest, cookies: Cookies, index = 0): string {
  const all = cookies[who]
  const kind = signIns[file] ?? 'usual'
  if (kind !== 'spares') return all?.[kind] ?? ''
  return all?.spares[index % all.spares.length] ?? all?.usual ?? ''
}

/**
 * Each request has its own client address, so that no limit per address stops the fuzz: the product must trust this
 * machine as a proxy. It asks for no compression, and is not sent by `fetch`: both would take much of the time.
 */
async function send({ origin, request, cookies, index, agent }: SentRequest) {
  const { method, path } = request
  const body = await encodeBody(request)
  const sending = sendRequest(origin, {
    agent,
    method,
    path,
    headers: {
      Origin: origin,
      Cookie: cookieOf(request, cookies, index),
      'Accept-Encoding': 'identity',
      'X-Forwarded-For': `100.64.${(index >> 8) & 255}.${index & 255}`,
      ...(body && { 'Content-Type': body.type, 'Content-Length': Buffer.byteLength(body.bytes) }),
      ...request.headers,
    },
  })
  sending.end(body?.bytes)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  const content = await text(answer)
  const status = answer.statusCode ?? 0
  // The router receives redirects as data.
  const location = status === 202 ? /"redirect","([^"]*)"/.exec(content)?.[1] : answer.headers.location
  const reached = (answer.headers[reachedHeader] ?? null) as Reached | null
  return { status, location: location ?? '', reached }
}

/** The body with its type. That of parts contains their border. */
async function encodeBody({ body, type = '' }: OddRequest): Promise<{ bytes: string | Buffer; type: string } | null> {
  if (body === undefined) return null
  if (typeof body === 'string') return { bytes: body, type }
  const encoded = new Response(body)
  return { bytes: Buffer.from(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' }
}

/** Whether the request did not reach the verb: guards, limits or the policy refused it, or sent it to another page. */
function isTurnedAway({ path }: OddRequest, status: number, location: string): boolean {
  const page = path.replace(/\.data$/, '')
  const ownPage = page.replace(/^\/(user|expert)\//, (_, kind) => (kind === 'user' ? '/expert/' : '/user/'))
  const isSentAway = location.startsWith('/login') || location === '/team' || (location === ownPage && ownPage !== page)
  return [401, 403, 405, 413, 415, 421, 429].includes(status) || isSentAway
}

/** The first logged errors, one for each cause. */
export function errorsIn(output: string): string {
  const lines = output.split('\n').filter((line) => /unexpected error|database unavailable/.test(line))
  const causes = new Map(
    lines.map((line) => [/"path":"[^"]*"/.exec(line)?.[0] ?? line.slice(0, 80), line.slice(0, 900)]),
  )
  return [...causes.values()].slice(0, 20).join('\n')
}
