import { type Attack, type Outcome, randomAddress } from '#tests/attack/attack.ts'
import { listTargets, type Target, withValue } from '#tests/attack/sql-targets.ts'
import type { Product } from '#tests/product.ts'
import { cookieOf } from '#tests/refusals/fuzz-routes.ts'
import { createPeopleAndRecords, type PeopleAndRecords } from '#tests/refusals/people-and-records.ts'

const atOnce = 6
const sleepSeconds = 3

type Change = (value: string) => string

/** Values that break a statement when they are inserted without escaping. The server then answers 500. */
const breaking: Change[] = [(value) => `${value}'`, (value) => `${value}"`, (value) => `${value}')--\\`]
/** Pairs that differ only in whether an injected condition is true. */
const conditions: ((holds: 1 | 2) => Change)[] = [
  (holds) => (value) => `${value}' and '1'='${holds}`,
  (holds) => (value) => `${value} and 1=${holds}`,
]
const sleeping: ((seconds: number) => Change)[] = [
  (seconds) => (value) => `${value}'||(select pg_sleep(${seconds}))||'`,
  (seconds) => (value) => `${value}';select pg_sleep(${seconds})--`,
  (seconds) => (value) => `${value} and 1=(select 1 from pg_sleep(${seconds}))`,
  (seconds) => () => `(select pg_sleep(${seconds}))`,
]

/** Quick probes of every parameter of every act. `sqlmap` tries more values, but only one act for each parameter. */
export const sqlProbe: Attack = {
  name: 'sql',
  what: 'SQL injection in every parameter of every act',
  seconds: 180,
  run,
}

async function run(product: Product, stop: AbortSignal): Promise<Outcome> {
  const people = await createPeopleAndRecords(product.dataDir)
  const all = listTargets(people).flatMap((target) => target.parameters.map((parameter) => ({ target, parameter })))
  const findings: string[] = []
  let requests = 0
  let probed = 0
  const stopped: { target: Target; parameter: string; answers: Set<string> }[] = []
  const waiting = all.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, { target, parameter }] of waiting) {
        if (stop.aborted) return
        let hasReached = false
        const answers = new Set<string>()
        const signs = await listSigns(async (change) => {
          // A parameter takes many requests, so the time limit may stop the probe in the middle of one.
          stop.throwIfAborted()
          const answer = await sendWith({ product, people, target, parameter, index }, change)
          requests += 1
          hasReached ||= !answer.isTurnedAway
          answers.add(answer.reason)
          return answer
        }).catch((error: unknown) => {
          if (!stop.aborted) throw error
        })
        if (!signs) return
        const { act, method, path } = target
        findings.push(...signs.map((sign) => `${method} ${path.split('?')[0]} ${act} ${parameter}: ${sign}`))
        probed += 1
        if (!hasReached) stopped.push({ target, parameter, answers })
      }
    }),
  )
  await people.done()
  if (probed < all.length) findings.push(`it tried only ${probed} of ${all.length} parameters`)
  const note = `${probed} of ${all.length} parameters, ${probed - stopped.length} past the guards`
  return { requests, findings, note, details: listStopped(stopped) }
}

/** Lists the parameters that never passed a guard, with the answers, one line for each act. */
function listStopped(stopped: { target: Target; parameter: string; answers: Set<string> }[]): string[] {
  const lines = new Map<string, string[]>()
  for (const { target, parameter, answers } of stopped) {
    const line = `${target.who} ${target.file} ${target.act}: ${[...answers].toSorted().join(', ')}`
    lines.set(line, [...(lines.get(line) ?? []), parameter])
  }
  return [...lines].map(([line, parameters]) => `never past a guard: ${line} (${parameters.join(', ')})`).toSorted()
}

type Answer = { status: number; ms: number; looks: string }

/** Sends values that would reveal an SQL injection, and lists the signs of one. */
export async function listSigns(send: (change: Change) => Promise<Answer>): Promise<string[]> {
  const signs = new Set<string>()
  const watch = async (change: Change) => {
    const answer = await send(change)
    if (answer.status >= 500) signs.add(`status ${answer.status}`)
    return answer
  }
  for (const change of breaking) await watch(change)
  for (const condition of conditions) {
    const looksIf = async (holds: 1 | 2) => (await watch(condition(holds))).looks
    const [yes, no] = [await looksIf(1), await looksIf(2)]
    // A difference that repeats in any order is not due to time or to other requests.
    let isSame = yes !== no
    for (const holds of [2, 1, 1, 2, 2, 1] as const) isSame &&= (await looksIf(holds)) === (holds === 1 ? yes : no)
    if (isSame) signs.add(`the answer depends on a condition: ${yes}, ${no}`)
  }
  for (const sleep of sleeping) {
    const isSlow = async (seconds: number) => (await watch(sleep(seconds))).ms > sleepSeconds * 1_000
    if ((await isSlow(sleepSeconds)) && !(await isSlow(0)) && (await isSlow(sleepSeconds)) && !(await isSlow(0))) {
      signs.add('the database sleeps')
    }
  }
  return [...signs]
}

type At = { product: Product; people: PeopleAndRecords; target: Target; parameter: string; index: number }

async function sendWith({ product: { origin }, people, target, parameter, index }: At, change: Change) {
  const { method, path, type, body } = withValue(target, parameter, change)
  const headers = new Headers({
    Origin: origin,
    Cookie: cookieOf(target, people.cookies, index),
    'X-Forwarded-For': randomAddress(),
    ...(type && { 'Content-Type': type }),
  })
  const from = performance.now()
  const answer = await fetch(origin + path, { method, headers, redirect: 'manual', ...(body && { body }) })
  const text = await answer.text()
  const { status } = answer
  // The router receives redirects as data.
  const isSentToLogin = status === 202 ? text.includes('/login') : answer.headers.get('location')?.startsWith('/login')
  return {
    status,
    reason: isSentToLogin
      ? 'to the login'
      : (/"code","?([a-z_]+)"|"code":"([a-z_]+)"/.exec(text)?.slice(1).find(Boolean) ?? `${status}`),
    ms: performance.now() - from,
    looks: `${status} with ${text.length} characters`,
    isTurnedAway: [401, 403, 405, 413, 415, 421, 429].includes(status) || isSentToLogin === true,
  }
}
