import { expect, test } from 'vitest'
import { useProducts } from '#tests/demo.ts'
import { encodeForm } from '#tests/refusals/encode-form.ts'
import { errorsIn, listProblems, type OddAnswer, sendOddRequests } from '#tests/refusals/fuzz-routes.ts'
import { handlerForms } from '#tests/refusals/handler-forms.ts'
import { bodyTypes, writeMethods } from '#tests/refusals/odd-values.ts'
import { createPeopleAndRecords } from '#tests/refusals/people-and-records.ts'

// Sends requests that no page sends to every route. Uses its own product, because the team's forms change shared data.
const products = useProducts()
/** Fixed, so that this test is the same every time. `npm run attack` uses new ones. */
const seed = Number(process.env.ODD_SEED ?? 18)

test('odd requests to every route get a refusal, never an error, and at least half of them reach the verb', async () => {
  const product = await products.startAgain({
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
    METRICS_TOKEN: 'a token for one test',
    // Counts in the product which writes reach a verb.
    NODE_OPTIONS: '--import ./tests/refusals/mark-reached.ts',
  })
  await product.ready
  const people = await createPeopleAndRecords(product.dataDir)
  // One of each kind. `npm run attack` sends all of them.
  const { all, answers } = await sendOddRequests(product, { people, seed, isOneOfEachKind: true })
  await people.done()
  const files = new Set(answers.map(({ request }) => request.file))
  const writes = answers.filter(isWrite)
  const share = percent(writes.filter(hasReachedVerb).length, writes.length)
  const reads = answers.filter(({ request }) => request.method === 'GET')
  const answered = reads.filter(({ request, status, isAway }) => request.isAimed && !isAway && status !== 404).length
  process.stdout.write(
    `${answers.length} of ${all.length} odd requests to ${files.size} routes (seed ${seed}): of ${writes.length} ` +
      `writes, ${share}% reached a verb; of ${reads.length} reads, ${percent(answered, reads.length)}% were allowed ` +
      `and named an existing record\n`,
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

function isWrite({ request }: OddAnswer): boolean {
  return writeMethods.includes(request.method)
}

function hasReachedVerb({ reached }: OddAnswer): boolean {
  return reached === 'verb'
}

function percent(part: number, whole: number): number {
  return Math.floor((part / whole) * 100)
}

/** Oddities that were not sent, and acts whose verb no request reached. */
function listMissing(answers: OddAnswer[]): string[] {
  const kinds = new Set(answers.map(({ request }) => request.kind))
  return Object.entries(handlerForms).flatMap(([file, form]) => {
    const { acts = [null], fields, methods = ['POST'] } = form
    const names = Object.keys(fields)
    const ownType = encodeForm(form, []).type
    const wanted = [
      ...bodyTypes.filter((type) => type !== ownType).map((type) => `${file} type ${type}`),
      ...writeMethods.filter((method) => !methods.includes(method)).map((method) => `${file} method ${method}`),
      ...names.map((name) => `${file} ${name} twice`),
    ]
    const unreached = methods.flatMap((method) =>
      acts.flatMap((act) => {
        const start = [file, ...(methods.length > 1 ? [method] : []), ...(act ? [act] : [])].join(' ')
        const oddities = ['plausible', 'everything twice', 'in parts'].concat(
          names.flatMap((name) => [`odd ${name}`, `without ${name}`]),
        )
        const own = oddities.map((oddity) => `${start} ${oddity}`)
        wanted.push(...own)
        // The kinds of a single form need not name it. The first form that a newcomer sends may be any of them.
        const isOnly = methods.length === 1 && act === null
        const isReached = answers.some(
          ({ request, reached }) => reached === 'verb' && (isOnly ? request.file === file : own.includes(request.kind)),
        )
        return isReached ? [] : [`${start} was never reached`]
      }),
    )
    return wanted.filter((kind) => !kinds.has(kind)).concat(unreached)
  })
}
