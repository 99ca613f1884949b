import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { median, report, table } from '#bench/figures.ts'
import { connect, launch, lighthouse } from '#bench/tools/lighthouse.ts'
import { findChromium } from '#scripts/system-packages.mjs'
import { findListedExpert } from '#tests/full-listing.ts'
import { readBuild, weighPage } from '#tests/page-weight.ts'
import { removeData, startProduct } from '#tests/product.ts'

// Runs Lighthouse’s mobile preset on every public page. Each run is followed by one on a bare file: the same HTML and
// CSS (inline, no script), served by Node. The ratio of the two does not depend on the machine.
// Usage: npm run bench:pages [-- rounds [path …]]
const [rounds = '3', ...chosen] = process.argv.slice(2)
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const product = await startProduct({ LOG_LEVEL: 'error' })
await product.ready
const expertPage = `/expert/details/${await findListedExpert(product.origin)}`
const build = readBuild()
const staticPages = ['/how-it-works', '/expert-apply', '/terms', '/privacy', '/cookies']
const pages = chosen.length > 0 ? chosen : ['/', '/experts', expertPage, ...staticPages]
const bare = createServer()
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
const bareOrigin = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`
const chrome = await launch({
  chromePath: findChromium(),
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
const browser = await connect({ browserURL: `http://127.0.0.1:${chrome.port}`, defaultViewport: null })
const rows: string[][] = []
const figures: PageFigures[] = []
try {
  for (const path of pages) {
    await serveAsFile(path)
    const ours: Run[] = []
    const bareRuns: Run[] = []
    for (let round = 0; round < Number(rounds); round += 1) {
      ours.push(await measure(product.origin + path))
      bareRuns.push(await measure(bareOrigin + path))
      process.stderr.write('.')
    }
    const lcp = median(ours.map(({ lcpMs }) => lcpMs))
    const bareLcp = median(bareRuns.map(({ lcpMs }) => lcpMs))
    // The scripts that ran in any round, and those that the page would load on the first interaction.
    const scripts = [...new Set(ours.flatMap((run) => run.scripts))].map((url) => new URL(url).pathname)
    const scriptBytes = scripts.reduce((sum, file) => sum + build.getBytes(file), 0)
    const { afterTouch } = weighPage(await (await fetch(product.origin + path)).text(), build)
    figures.push({
      lcpRatio: lcp / bareLcp,
      pointsMissing: [1, 2, 3].reduce(
        (sum, index) => sum + 100 - median(ours.map(({ scores }) => scores[index] ?? 0)),
        0,
      ),
      scriptBytes,
      scriptBytesOnTouch: afterTouch.scriptBytes,
    })
    rows.push([
      path.replace(/[0-9a-f-]{36}/, '{id}'),
      ...categories.map((_, index) => String(median(ours.map(({ scores }) => scores[index] ?? 0)))),
      median(bareRuns.map(({ scores }) => scores[0] ?? 0)).toFixed(0),
      lcp.toFixed(0),
      bareLcp.toFixed(0),
      (lcp / bareLcp).toFixed(2),
      median(ours.map(({ blockingMs }) => blockingMs)).toFixed(0),
      median(bareRuns.map(({ blockingMs }) => blockingMs)).toFixed(0),
      (scriptBytes / 1000).toFixed(1),
      (afterTouch.scriptBytes / 1000).toFixed(1),
    ])
  }
} finally {
  await browser.disconnect()
  await chrome.kill()
  bare.close()
  await product.stop()
  await removeData(product)
}
console.log(
  `\n${table(['page', 'perf', 'a11y', 'best', 'seo', 'bare perf', 'LCP ms', 'bare', 'ratio', 'blocking ms', 'bare', 'JS kB gzip', 'after a touch'], rows)}`,
)
reportFigures()

type PageFigures = {
  lcpRatio: number
  pointsMissing: number
  scriptBytes: number
  scriptBytesOnTouch: number
}

function reportFigures(): void {
  const findMax = (pick: (page: PageFigures) => number) => Math.max(...figures.map(pick))
  report({
    figure: 'LCP / bare file, median page',
    value: median(figures.map(({ lcpRatio }) => lcpRatio)),
    unit: 'ratio',
    better: 'lower',
    goal: 1.15,
  })
  report({
    figure: 'script before a touch, gzip, largest page',
    value: findMax((page) => page.scriptBytes),
    unit: 'bytes',
    better: 'lower',
    goal: 12_000,
  })
  report({
    figure: 'script after a touch, gzip, largest page',
    value: findMax((page) => page.scriptBytesOnTouch),
    unit: 'bytes',
    better: 'lower',
  })
  report({
    figure: 'points missing for accessibility, best practices and SEO',
    value: figures.reduce((sum, { pointsMissing }) => sum + pointsMissing, 0),
    unit: 'count',
    better: 'lower',
    goal: 0,
  })
}

/** Files that an idle page fetches into the cache have the type 'Fetch'; those that run are a 'Script'. */
type NetworkRequest = { url: string; resourceType?: string }
type Run = { scores: number[]; lcpMs: number; blockingMs: number; scripts: string[] }

/** Retries, because the browser sometimes misses the beginning of a visit. */
async function measure(url: string, attempts = 3): Promise<Run> {
  try {
    return await measureOnce(url)
  } catch (error) {
    if (attempts <= 1) throw error
    return measure(url, attempts - 1)
  }
}

async function measureOnce(url: string): Promise<Run> {
  const page = await browser.newPage()
  await page.evaluateOnNewDocument(ignoreRestingPointer)
  const flags = { port: chrome.port, logLevel: 'silent' as const, onlyCategories: [...categories] }
  const result = await lighthouse(url, flags, undefined, page).finally(() => page.close())
  if (!result) throw new Error(`Lighthouse measured nothing at ${url}`)
  const { lhr } = result
  const failed = Object.values(lhr.audits).find(({ scoreDisplayMode }) => scoreDisplayMode === 'error')
  if (failed) throw new Error(`Lighthouse could not measure ${url}: ${failed.id} ${failed.errorMessage}`)
  const requests = lhr.audits['network-requests']?.details as { items: NetworkRequest[] } | undefined
  return {
    scores: categories.map((name) => Math.round((lhr.categories[name]?.score ?? 0) * 100)),
    lcpMs: lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    blockingMs: lhr.audits['total-blocking-time']?.numericValue ?? Number.NaN,
    scripts: requests?.items.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => url) ?? [],
  }
}

/**
 * Runs in the page. A phone has no mouse, but Chromium without a window reports one that rests in the corner (0, 0),
 * with a `pointermove` that the page would take for a person.
 */
function ignoreRestingPointer(): void {
  const ignore = (event: PointerEvent) => {
    if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation()
  }
  addEventListener('pointermove', ignore, { capture: true })
}

/** Serves the page as a file without scripts; fonts and icons come from the same bare server. */
async function serveAsFile(path: string): Promise<void> {
  const html = await (await fetch(product.origin + path)).text()
  const plain = html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<link rel="modulepreload"[^>]*>/g, '')
  const page = brotliCompressSync(plain)
  bare.removeAllListeners('request')
  bare.on('request', async (request, response) => {
    if (request.url === path) {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').setHeader('Content-Encoding', 'br').end(page)
      return
    }
    const file = await fetch(product.origin + request.url)
    response.setHeader('Content-Type', file.headers.get('Content-Type') ?? '')
    response.setHeader('Cache-Control', file.headers.get('Cache-Control') ?? '')
    response.writeHead(file.status).end(Buffer.from(await file.arrayBuffer()))
  })
}
