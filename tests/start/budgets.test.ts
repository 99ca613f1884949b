import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#demo/cast.ts'
import { pageBudgets, styleBudgetKb, useBudgets, type Viewer } from '#tests/budgets.ts'
import { startDemo } from '#tests/demo.ts'
import { findListedExpert } from '#tests/full-listing.ts'
import {
  type Build,
  type PageWeight,
  readBuild,
  type Script,
  sumBytes,
  weighOnUse,
  weighPage,
} from '#tests/page-weight.ts'
import { type Product, removeData } from '#tests/product.ts'

let product: Product
const cookies: Partial<Record<Viewer, string>> = {}
const weights = new Map<string, PageWeight[]>()
let build: Build
/** All listed experts. Who is the first of the listing depends on who is online. */
let expertIds: string[]

beforeAll(async () => {
  build = readBuild()
  // Does not use the shared product, because the statements of a page are read from the log.
  product = await startDemo()
  await product.ready
  for (const name of ['asha', 'ravi', 'meera'] as const) cookies[name] = await logIn(cast[name])
  // Pages of experts who are online weigh more.
  await findListedExpert(product.origin)
  const sitemap = await (await fetch(`${product.origin}/sitemap.xml`)).text()
  expertIds = [...new Set(sitemap.match(/(?<=\/expert\/details\/)[0-9a-f-]{36}/g))]
  expect(expertIds.length).toBeGreaterThan(60)
})
afterAll(async () => {
  await product.stop()
  await removeData(product)
})

const pages = Object.entries(pageBudgets).flatMap(([viewer, budgets]) =>
  Object.entries(budgets).map(([path, budget]) => ({ path, viewer: viewer as Viewer, budget })),
)
type Page = (typeof pages)[number]

describe.each(pages)('$path for $viewer', (page) => {
  test('stays within its budget of bytes and requests', async () => {
    const measured = await measurePage(page)
    expect(measured.flatMap((weight) => listExceededBytes(page, weight))).toEqual([])
  })

  test('stays within its budget of SQL statements', async () => {
    await visit(page)
    // Shared data is reloaded from time to time, which may add statements to one of the two visits.
    const counts = [await countStatements(page), await countStatements(page)]
    expect(listExceeded(page.path, 'SQL statements', Math.min(...counts), page.budget.statements)).toEqual([])
  })
})

test.each(Object.entries(useBudgets))('%s stays within its budget of scripts loaded on use', async (name, budget) => {
  const [page] = await measurePage(getPage(budget.on))
  if (!page) throw new Error(`${budget.on} was not measured`)
  const scripts = weighOnUse(budget.sources, page, build)
  expect(scripts).not.toEqual([])
  expect(listExceeded(name, 'kB of script', toKb(sumBytes(scripts)), budget.scriptKb, scripts)).toEqual([])
})

test('a live page has one script file', async () => {
  const [page] = await measurePage(getPage('/experts'))
  expect(page?.beforeTouch.scripts).toHaveLength(1)
  const code = await (await fetch(product.origin + page?.beforeTouch.scripts[0]?.path)).text()
  expect(code).not.toMatch(/\bimport\b|\bfrom\s*["'`]/)
})

function listExceededBytes({ path, budget }: Page, { html, style, beforeTouch, afterTouch }: PageWeight): string[] {
  const [scriptBefore, scriptAfter] = toPair(budget.scriptKb)
  const [requestsBefore, requestsAfter] = toPair(budget.requests)
  const check = (unit: string, figure: number, max: number, parts: Script[] = []) =>
    listExceeded(path, unit, figure, max, parts)
  return [
    check('kB of script before a touch', toKb(beforeTouch.scriptBytes), scriptBefore, beforeTouch.scripts),
    check('kB of script after the first touch', toKb(afterTouch.scriptBytes), scriptAfter, afterTouch.scripts),
    check('kB of style', toKb(style), styleBudgetKb),
    check('kB of HTML', toKb(html), budget.htmlKb),
    check('requests before a touch', beforeTouch.requests, requestsBefore, beforeTouch.scripts),
    check('requests after the first touch', afterTouch.requests, requestsAfter, afterTouch.scripts),
  ].flat()
}

function toPair(figure: number | [number, number]): [number, number] {
  return typeof figure === 'number' ? [figure, figure] : figure
}

/** Returns an empty list within the budget, otherwise a message with the figure, the budget and the largest parts. */
function listExceeded(where: string, unit: string, figure: number, budget: number, parts: Script[] = []): string[] {
  if (figure <= budget) return []
  const largest = parts.slice(0, 8).map(({ path, bytes }) => `${path} ${toKb(bytes)} kB`)
  const details = largest.length > 0 ? `; largest of ${parts.length} scripts: ${largest.join(', ')}` : ''
  return [`${where}: ${figure} ${unit} exceeds the budget of ${budget}${details}`]
}

function toKb(bytes: number): number {
  return Math.round(bytes / 100) / 10
}

function getPage(path: string): Page {
  const found = pages.find((page) => page.path === path)
  if (!found) throw new Error(`no budget for ${path}`)
  return found
}

/** A page of an expert is measured for each of them, because their texts and pictures differ. */
async function measurePage(page: Page): Promise<PageWeight[]> {
  const known = weights.get(page.path)
  if (known) return known
  const measured: PageWeight[] = []
  for (const id of page.path.includes('{id}') ? expertIds : expertIds.slice(0, 1))
    measured.push(weighPage(await (await visit(page, id)).text(), build))
  weights.set(page.path, measured)
  return measured
}

let visitNumber = 0

/** Uses a unique query, because a cached page runs no statements. */
async function visit({ path, viewer }: Page, expertId = expertIds[0]): Promise<Response> {
  visitNumber += 1
  const pathWithQuery = `${path.replace('{id}', String(expertId))}?visit=${visitNumber}`
  const answer = await fetch(product.origin + pathWithQuery, { headers: { Cookie: cookies[viewer] ?? '' } })
  expect(answer.status).toBe(200)
  return answer
}

/** Logs in and returns the cookie. */
async function logIn({ email, password }: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${product.origin}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: product.origin },
    body: new URLSearchParams({ email, password }),
  })
  const [cookie = ''] = /samjhao_sign_in=[^;]+/.exec(answer.headers.getSetCookie().join(' ')) ?? []
  expect(cookie).not.toBe('')
  return cookie
}

/** Reads the count from the log, which arrives with a delay through a pipe. */
async function countStatements(page: Page): Promise<number> {
  const answer = await visit(page)
  await answer.text()
  const requestId = answer.headers.get('x-request-id') ?? 'none'
  const findLine = () =>
    product
      .output()
      .split('\n')
      .find((line) => line.includes(requestId) && line.includes('"served"'))
  await expect.poll(findLine).toBeDefined()
  return JSON.parse(findLine() ?? '').statements
}
