import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { median, medianRatio, report, table } from '#bench/figures.ts'
import { autocannon } from '#bench/tools/autocannon.ts'
import { removeData, startProduct } from '#tests/product.ts'

// Requests per second of a page, compared with bare Node serving the same bytes, alternating. "kept" is the cached
// page of signed-out visitors; "rendered" has a sign-in cookie, so every response is rendered.
// Usage: npm run bench:ssr [-- path [seconds]]
const [path = '/how-it-works', seconds = '4'] = process.argv.slice(2)
const rounds = 3
const headers = { 'accept-encoding': 'br' }

const product = await startProduct({ LOG_LEVEL: 'error' })
await product.ready
const page = Buffer.from(await (await fetch(product.origin + path)).arrayBuffer())
const bare = spawn(process.execPath, [`${import.meta.dirname}/bare-server.ts`], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
bare.stdin.end(page)
const [line] = await once(bare.stdout, 'data')
const bareUrl = `http://127.0.0.1:${String(line).trim()}/`

const rates: Record<'bare' | 'kept' | 'rendered', number[]> = { bare: [], kept: [], rendered: [] }
try {
  for (let round = 0; round < rounds; round += 1) {
    rates.bare.push(await measureRate(bareUrl, headers))
    rates.kept.push(await measureRate(product.origin + path, headers))
    rates.rendered.push(await measureRate(product.origin + path, { ...headers, cookie: 'samjhao_sign_in=unknown' }))
  }
} finally {
  bare.kill()
  await product.stop()
  await removeData(product)
}
const rows = Object.entries(rates).map(([name, values]) => [
  name,
  median(values).toFixed(0),
  medianRatio(values, rates.bare).toFixed(3),
])
console.log(`${path}, ${(page.length / 1000).toFixed(1)} kB of HTML\n${table(['', 'requests/s', 'of bare'], rows)}`)
report({
  figure: 'kept page / bare Node',
  value: medianRatio(rates.kept, rates.bare),
  unit: 'ratio',
  better: 'higher',
  goal: 0.95,
})
report({
  figure: 'rendered page / bare Node',
  value: medianRatio(rates.rendered, rates.bare),
  unit: 'ratio',
  better: 'higher',
  goal: 0.06,
})

async function measureRate(url: string, withHeaders: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, connections: 16, duration: Number(seconds), headers: withHeaders })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} bad responses, ${result.errors} errors at ${url}`)
  return result.requests.average
}
