import { expect, test } from 'vitest'
import { useProducts } from '#tests/demo.ts'
import { errorsIn, listProblems, sendOddRequests } from '#tests/refusals/fuzz-routes.ts'
import { createPeopleAndRecords } from '#tests/refusals/people-and-records.ts'

// Sends what no page sends to every route of a product of its own, because the team's forms change what others see.
const products = useProducts()
const seed = Number(process.env.ODD_SEED ?? 18)
const deadlineMs = 60_000

test('odd requests to every route get a refusal, never an error, and at least half of them reach the verb', async () => {
  const product = await products.startAgain()
  await product.ready
  const people = await createPeopleAndRecords(product.dataDir)
  const untilMs = Date.now() + deadlineMs
  const { all, answers } = await sendOddRequests(product, { people, seed, untilMs })
  await people.done()
  const files = new Set(answers.map(({ request }) => request.file))
  const reached = answers.filter(({ request, isAway }) => request.isAimed && !isAway).length
  const share = Math.round((reached / answers.length) * 100)
  process.stdout.write(
    `${answers.length} of ${all.length} odd requests to ${files.size} routes (seed ${seed}): ` +
      `${share}% reached the verb\n`,
  )
  const problems = listProblems(answers)
  if (problems.length > 0) process.stdout.write(`${errorsIn(product.output())}\n`)
  expect(problems).toEqual([])
  expect([...files].toSorted()).toEqual([...new Set(all.map(({ file }) => file))].toSorted())
  expect(share).toBeGreaterThanOrEqual(50)
  // The product still works.
  expect((await fetch(`${product.origin}/readyz`)).status).toBe(200)
})
