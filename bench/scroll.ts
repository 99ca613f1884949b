import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { median, report, table } from '#bench/figures.ts'
import { seedScale } from '#bench/scale.ts'
import { refusals } from '#kernel/refusals.ts'
import type { DB } from '#platform/db/schema.ts'
import { findChromium } from '#scripts/system-packages.mjs'
import { readOwnerUrl, removeData, startProduct } from '#tests/product.ts'

// Scrolls the listing of 5,000 experts to its end, then an empty page of the same height, which gives the best
// possible frame times. Needs a build. Usage: node bench/scroll.ts [experts]
const experts = Number(process.argv[2] ?? 5_000)
const stepPixels = 900

const product = await startProduct({ LOG_LEVEL: 'warn' })
await product.ready
// A separate pool, because the product’s pool has a statement timeout.
const connectionString = await readOwnerUrl(product.dataDir)
const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString }) }) })
await seedScale(db, experts)
await db.destroy()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const rows = [
    await measure('desktop', { viewport: { width: 1280, height: 800 } }),
    await measure('phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }),
  ]
  console.log(
    table(
      ['', 'height', 'frame ms', 'slowest 1%', 'limit', 'ratio', 'over 50 ms', 'elements', 'messages', 'heap MB'],
      rows,
    ),
  )
} finally {
  await browser.close()
  await product.stop()
  await removeData(product)
}

async function measure(name: string, options: BrowserContextOptions): Promise<string[]> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto(`${product.origin}/experts?online=false`)
  await page.mouse.move(3, 3)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber$')),
  )
  let messages = 0
  let isCutOff = false
  page.on('websocket', (socket) => {
    socket.on('framesent', () => (messages += 1))
    socket.on('framereceived', ({ payload }) => (isCutOff ||= String(payload).includes(refusals.too_fast.text)))
  })
  const frames = await scrollToEnd(page, stepPixels)
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  const heapBytes = await page.evaluate(
    () => (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
  )
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (isCutOff) throw new Error('the server closed the socket: too many messages')
  const empty = `<!doctype html><body style="margin:0;height:${height}px">`
  await page.goto(`data:text/html,${encodeURIComponent(empty)}`)
  const limit = await scrollToEnd(page, stepPixels)
  await context.close()
  const medianMs = median(frames)
  const slowestMs = frames.toSorted((a, b) => b - a)[Math.floor(frames.length / 100)] ?? 0
  // The median is one screen refresh on both pages; only the mean shows slow frames.
  report({
    figure: `mean frame / empty page, ${name}`,
    value: mean(frames) / mean(limit),
    unit: 'ratio',
    better: 'lower',
  })
  report({ figure: `elements at the end, ${name}`, value: elements, unit: 'count', better: 'lower' })
  report({ figure: `slowest 1% of frames, ${name}`, value: slowestMs, unit: 'ms' })
  return [
    name,
    String(Math.round(height / 1_000)) + 'k px',
    medianMs.toFixed(1),
    slowestMs.toFixed(0),
    median(limit).toFixed(1),
    (medianMs / median(limit)).toFixed(2),
    `${frames.filter((ms) => ms > 50).length} of ${frames.length}`,
    String(elements),
    String(messages),
    (heapBytes / 1e6).toFixed(0),
  ]
}

/** Scrolls one step per frame until nothing more loads at the end, and returns the frame times. */
function scrollToEnd(page: Page, step: number): Promise<number[]> {
  return page.evaluate(
    (pixels) =>
      new Promise<number[]>((resolve, reject) => {
        const frameTimes: number[] = []
        let last = performance.now()
        const scrollOn = (now: number) => {
          frameTimes.push(now - last)
          last = now
          if (document.querySelector('main [role=alert]')) return reject(new Error('the next page did not load'))
          const { scrollHeight, clientHeight } = document.documentElement
          const isAtEnd = window.scrollY + clientHeight >= scrollHeight - 2
          if (isAtEnd && !document.querySelector('a[href*="after="]')) return resolve(frameTimes.slice(1))
          window.scrollBy(0, pixels)
          requestAnimationFrame(scrollOn)
        }
        requestAnimationFrame(scrollOn)
      }),
    step,
  )
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
