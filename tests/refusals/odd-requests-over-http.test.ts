import { expect, test } from 'vitest'
import { useProducts } from '#tests/demo.ts'
import { listOddRequests, type OddRequest } from '#tests/refusals/odd-requests.ts'
import { createPeopleAndRecords } from '#tests/refusals/people-and-records.ts'

// Sends what no page sends to every route of a product of its own, because the team's forms change what others see.
const products = useProducts()
const seed = Number(process.env.ODD_SEED ?? 18)
const deadlineMs = 60_000
const atOnce = 3
/** These end sign-ins, so other people of the same kind use them. */
const endsSignIns = new Set(['app/account/logout.route.ts', 'app/account/security.route.tsx'])

/** These are about a session of the past, so its own two people use them. */
const ofSession = new Set([
  'app/sessions/session.route.tsx',
  'app/sessions/session-step.route.ts',
  'app/sessions/session-alternatives.route.ts',
  'app/call/chat/session-messages.route.ts',
])

test('odd requests to every route get a refusal, never an error, and at least half of them reach the verb', async () => {
  const product = await products.startAgain()
  await product.ready
  const { actors, cookies, records, done } = await createPeopleAndRecords(product.dataDir)
  const requests = listOddRequests({ seed, actors, records })
  const answers: { request: OddRequest; status: number; isAway: boolean }[] = []
  const endsAt = Date.now() + deadlineMs
  const waiting = requests.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const request of waiting) {
        if (Date.now() > endsAt) return
        const { status, headers } = await sendPatiently(product.origin, request, cookies)
        const isAway = isTurnedAway(request, status, headers)
        answers.push({ request, status, isAway })
      }
    }),
  )
  await done()
  const files = new Set(answers.map(({ request }) => request.file))
  const reached = answers.filter(({ request, isAway }) => request.isAimed && !isAway).length
  const share = Math.round((reached / answers.length) * 100)
  process.stdout.write(
    `${answers.length} of ${requests.length} odd requests to ${files.size} routes (seed ${seed}): ` +
      `${share}% reached the verb\n`,
  )
  // An unknown act must not be taken for the last known one.
  const taken = answers.filter(
    ({ request, status, isAway }) => request.oddity.startsWith('act=') && status !== 400 && !isAway,
  )
  const takenTexts = taken.map(({ request: { who, path, oddity }, status }) => `${status} ${who} ${path}: ${oddity}`)
  const errors = answers
    .filter(({ status }) => status >= 500)
    .map(
      ({ request: { who, method, path, oddity }, status }) =>
        `${status} ${who} ${method} ${path.slice(0, 90)}: ${oddity}`,
    )
  if (errors.length > 0) process.stdout.write(`${errorsIn(product.output())}\n`)
  expect([...new Set(errors)].toSorted()).toEqual([])
  expect(takenTexts.toSorted()).toEqual([])
  expect([...files].toSorted()).toEqual([...new Set(requests.map(({ file }) => file))].toSorted())
  expect(share).toBeGreaterThanOrEqual(50)
  // The product still works.
  expect((await fetch(`${product.origin}/readyz`)).status).toBe(200)
})

type Cookies = Record<string, { usual: string; spare: string; party: string }>

/** A busy machine may say 503, 'try again in a moment'. A second one is an error. */
async function sendPatiently(origin: string, request: OddRequest, cookies: Cookies) {
  const answer = await send(origin, request, cookies)
  return answer.status === 503 ? send(origin, request, cookies) : answer
}

async function send(origin: string, { file, who, method, path, type, body }: OddRequest, cookies: Cookies) {
  const cookie = cookies[who]?.[endsSignIns.has(file) ? 'spare' : ofSession.has(file) ? 'party' : 'usual'] ?? ''
  const headers = new Headers({ Origin: origin, Cookie: cookie })
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

/** Turned away before the verb: by the guards, the policy, or a redirect to the person's own page. */
function isTurnedAway({ path }: OddRequest, status: number, headers: Headers): boolean {
  const location = headers.get('location') ?? ''
  const ownPage = path.replace(/^\/(user|expert)\//, (_, kind) => (kind === 'user' ? '/expert/' : '/user/'))
  const isSentAway = location.startsWith('/login') || (location === ownPage && ownPage !== path)
  return [401, 403, 405, 413, 415, 421].includes(status) || isSentAway
}

/** The first logged errors, one for each cause. */
function errorsIn(output: string): string {
  const lines = output.split('\n').filter((line) => /unexpected error|database unavailable/.test(line))
  const causes = new Map(
    lines.map((line) => [/"path":"[^"]*"/.exec(line)?.[0] ?? line.slice(0, 80), line.slice(0, 900)]),
  )
  return [...causes.values()].slice(0, 20).join('\n')
}
