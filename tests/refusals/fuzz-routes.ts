import type { Product } from '#tests/product.ts'
import { listOddRequests, type OddRequest } from '#tests/refusals/odd-requests.ts'
import type { PeopleAndRecords } from '#tests/refusals/people-and-records.ts'

const atOnce = 3
/** These end sign-ins, so spare people of the same kind use them. */
const endsSignIns = new Set(['app/account/logout.route.ts', 'app/account/security.route.tsx'])

/** These act on a past session, so its student and its expert use them. */
const ofSession = new Set([
  'app/sessions/session.route.tsx',
  'app/sessions/session-step.route.ts',
  'app/sessions/session-alternatives.route.ts',
  'app/call/chat/session-messages.route.ts',
])

export type OddAnswer = { request: OddRequest; status: number; isAway: boolean }

/** Sends odd requests until the deadline. The same seed makes the same requests. */
export async function sendOddRequests(
  { origin }: Pick<Product, 'origin'>,
  { people, seed, untilMs }: { people: PeopleAndRecords; seed: number; untilMs: number },
): Promise<{ all: OddRequest[]; answers: OddAnswer[] }> {
  const all = listOddRequests({ seed, ...people })
  const answers: OddAnswer[] = []
  const waiting = all.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const request of waiting) {
        if (Date.now() > untilMs) return
        const { status, headers } = await sendPatiently(origin, request, people.cookies)
        answers.push({ request, status, isAway: isTurnedAway(request, status, headers) })
      }
    }),
  )
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

type Cookies = Record<string, { usual: string; spare: string; party: string }>

/** A busy server may answer 503 once, so it is asked again. A second 503 is an error. */
async function sendPatiently(origin: string, request: OddRequest, cookies: Cookies) {
  const answer = await send(origin, request, cookies)
  return answer.status === 503 ? send(origin, request, cookies) : answer
}

/** The cookie of the person who sends this request. */
export function cookieOf({ file, who }: OddRequest, cookies: Cookies): string {
  return cookies[who]?.[endsSignIns.has(file) ? 'spare' : ofSession.has(file) ? 'party' : 'usual'] ?? ''
}

async function send(origin: string, request: OddRequest, cookies: Cookies) {
  const { method, path, type, body } = request
  const headers = new Headers({ Origin: origin, Cookie: cookieOf(request, cookies) })
  if (type !== undefined && typeof body === 'string') headers.set('Content-Type', type)
  const answer = await fetch(origin + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  await answer.arrayBuffer()
  return answer
}

/** Whether the request did not reach the verb: guards or the policy refused it, or it was redirected to an own page. */
function isTurnedAway({ path }: OddRequest, status: number, headers: Headers): boolean {
  const location = headers.get('location') ?? ''
  const ownPage = path.replace(/^\/(user|expert)\//, (_, kind) => (kind === 'user' ? '/expert/' : '/user/'))
  const isSentAway = location.startsWith('/login') || location === '/team' || (location === ownPage && ownPage !== path)
  return [401, 403, 405, 413, 415, 421].includes(status) || isSentAway
}

/** The first logged errors, one for each cause. */
export function errorsIn(output: string): string {
  const lines = output.split('\n').filter((line) => /unexpected error|database unavailable/.test(line))
  const causes = new Map(
    lines.map((line) => [/"path":"[^"]*"/.exec(line)?.[0] ?? line.slice(0, 80), line.slice(0, 900)]),
  )
  return [...causes.values()].slice(0, 20).join('\n')
}
