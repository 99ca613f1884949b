import { expect, test } from 'vitest'
import { useProducts } from '#tests/demo.ts'
import { errorsIn, listProblems, type OddAnswer, sendOddRequests } from '#tests/refusals/fuzz-routes.ts'
import { handlerForms } from '#tests/refusals/handler-forms.ts'
import { createPeopleAndRecords } from '#tests/refusals/people-and-records.ts'

// Sends requests that no page sends to every route. Uses its own product, because the team's forms change shared data.
const products = useProducts()
const seed = Number(process.env.ODD_SEED ?? 18)

/** They refuse what is no file and no passkey with the status of a guard. Other tests send real ones. */
const refusedLikeGuards = new Set([
  'app/account/photo-upload.route.ts POST',
  'app/sessions/request/question-files.route.ts',
  'app/account/security.route.tsx add_passkey',
])

test('odd requests to every route get a refusal, never an error, and at least half of them reach the verb', async () => {
  const product = await products.startAgain({ TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN: 'a token for one test' })
  await product.ready
  const people = await createPeopleAndRecords(product.dataDir)
  // One of each kind. `npm run attack` sends all of them.
  const { all, answers } = await sendOddRequests(product, { people, seed, isOneOfEachKind: true })
  await people.done()
  const files = new Set(answers.map(({ request }) => request.file))
  const reached = answers.filter(hasReached).length
  const share = Math.round((reached / answers.length) * 100)
  process.stdout.write(
    `${answers.length} of ${all.length} odd requests to ${files.size} routes (seed ${seed}): ` +
      `${share}% reached the verb\n`,
  )
  const problems = listProblems(answers)
  if (problems.length > 0) process.stdout.write(`${errorsIn(product.output())}\n`)
  expect(problems).toEqual([])
  expect([...files].toSorted()).toEqual([...new Set(all.map(({ file }) => file))].toSorted())
  expect(listMissing(answers)).toEqual([])
  expect(share).toBeGreaterThanOrEqual(50)
  // The product still works.
  expect((await fetch(`${product.origin}/readyz`)).status).toBe(200)
})

function hasReached({ request, isAway }: OddAnswer): boolean {
  return request.isAimed && !isAway
}

/** Acts that lack an oddity, or that no request reached. */
function listMissing(answers: OddAnswer[]): string[] {
  const kinds = new Set(answers.map(({ request }) => request.kind))
  return Object.entries(handlerForms).flatMap(([file, { acts = [null], fields, methods = ['POST'] }]) =>
    methods.flatMap((method) =>
      acts.flatMap((act) => {
        const start = [file, ...(methods.length > 1 ? [method] : []), ...(act ? [act] : [])].join(' ')
        const names = Object.keys(fields)
        const oddities = [
          'plausible',
          'everything twice',
          'in parts',
          ...names.map((name) => `odd ${name}`),
          ...(names.length > 0 ? ['without a field'] : []),
        ]
        const unsent = oddities.map((oddity) => `${start} ${oddity}`).filter((kind) => !kinds.has(kind))
        const isReached = answers.some(
          (answer) => hasReached(answer) && oddities.some((oddity) => answer.request.kind === `${start} ${oddity}`),
        )
        return isReached || refusedLikeGuards.has(start) ? unsent : [...unsent, `${start} was never reached`]
      }),
    ),
  )
}
