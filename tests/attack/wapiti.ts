import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureWapiti } from '#scripts/system-packages.mjs'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import { openGate } from '#tests/attack/gate.ts'
import { runTool } from '#tests/attack/run-tool.ts'
import { percentile } from '#tests/attack/statistics.ts'
import type { Product } from '#tests/product.ts'
import { createOneOfEach } from '#tests/refusals/everybody.ts'

/** Modules that need no other server. Modules that look for files of other products are left out. */
const modules =
  'sql,blindsql,xss,permanentxss,file,exec,crlf,redirect,csp,cookieflags,http_headers,htaccess,methods,shellshock'
const crawlSeconds = 45
const moduleSeconds = 3
/** The median time of a page on a quiet machine. */
const quietPageMs = 60
/** On a busy machine the limits grow with the time of a page, at most by this factor: all parts have twenty minutes. */
const slowestFactor = 2
/** wapiti checks these limits only between two requests, and then writes its report. */
const overrunSeconds = 30
/** A crawl that found fewer pages, or an attack with fewer requests, did not work. */
const leastPages = 8
const leastRequests = 200

/** wapiti loads lists from the web, even for unused modules. This proxy does not exist, so these requests fail. */
const noInternet = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' }

type ScanRole = 'visitor' | 'student' | 'expert' | 'team'
/** The pages where the crawl begins. Public pages link to few pages of a signed-in person. */
const starts: Record<ScanRole, string[]> = {
  visitor: [
    '/login?redirect=/user/wallet',
    '/register',
    '/forgot-password',
    '/experts?search=physics&sort=rating',
    '/how-it-works',
    '/expert-apply',
  ],
  student: [
    '/user/profile',
    '/user/profile/edit',
    '/user/wallet',
    '/user/sessions',
    '/user/bookings',
    '/user/security',
    '/notifications',
  ],
  expert: ['/expert/profile', '/expert/profile/edit', '/expert/schedule', '/expert/wallet', '/expert/security'],
  team: ['/team', '/team/people?q=a', '/team/tickets', '/team/withdrawals', '/team/applications', '/team/content'],
}

// The team comes last: its forms suspend people.
export const wapitiAttacks: Attack[] = (['visitor', 'student', 'expert', 'team'] as const).map((role) => ({
  name: 'wapiti',
  what: `wapiti as ${role}`,
  seconds: (crawlSeconds + modules.split(',').length * moduleSeconds) * slowestFactor + overrunSeconds,
  run: (product, stop) => scan(product, role, stop),
}))

async function scan(product: Product, role: ScanRole, stop: AbortSignal): Promise<Outcome> {
  const wapiti = ensureWapiti()
  if (!wapiti) return { requests: 0, findings: [], notRun: 'install wapiti (Debian package)' }
  const { cookies } = await createOneOfEach(product.dataDir)
  const gate = await openGate(product, cookies[role] ?? '')
  const folder = join(product.dataDir, `wapiti-${role}`)
  await mkdir(folder, { recursive: true })
  const report = join(folder, 'report.json')
  const slowness = await measureSlowness(product, starts[role][0] ?? '/', cookies[role] ?? '')
  const limitOf = (seconds: number) => `${Math.round(seconds * slowness)}`
  const limits = ['--max-scan-time', limitOf(crawlSeconds), '--max-attack-time', limitOf(moduleSeconds), '-t', '10']
  const sessionFlags = ['--store-session', folder, '--store-config', folder, '--flush-session', '--no-bugreport']
  const from = starts[role].flatMap((path) => ['-s', gate.url + path])
  const where = ['-u', `${gate.url}/`, '--scope', 'domain', ...from]
  const args = [...where, '-m', modules, ...limits, ...sessionFlags, '-v', '1', '-f', 'json', '-o', report]
  try {
    const { output, isStopped } = await runTool(wapiti, args, { stop, cwd: folder, env: noInternet })
    const text = await readFile(report, 'utf8').catch(() => null)
    const findings = text ? readReport(text) : []
    const pages = gate.countPages()
    const isSignedIn = role === 'visitor' || (await reachesOwnPage(product, cookies[role] ?? ''))
    const requests = gate.count()
    return {
      requests,
      findings: [
        ...findings,
        ...gate.errors(),
        ...(isSignedIn ? [] : ['its sign-in ended, so it attacked as a visitor']),
        ...(pages < leastPages ? [`the crawl found only ${pages} pages`] : []),
        ...(requests < leastRequests ? [`it sent only ${requests} requests`] : []),
        ...(text || isStopped ? [] : [`wapiti ended without a report: ${output.slice(-300)}`]),
      ],
      note: [`${pages} pages`, slowness > 1 && `limits × ${slowness.toFixed(1)}`, isStopped && 'stopped by its limit']
        .filter(Boolean)
        .join('; '),
    }
  } finally {
    gate.close()
  }
}

/** With fixed limits, a scan on a busy machine ended after 30 requests. */
async function measureSlowness({ origin }: Product, path: string, cookie: string): Promise<number> {
  const times: number[] = []
  while (times.length < 5) {
    const from = performance.now()
    await (await fetch(origin + path, { headers: { Cookie: cookie } })).arrayBuffer()
    times.push(performance.now() - from)
  }
  return Math.min(slowestFactor, Math.max(1, percentile(times, 50) / quietPageMs))
}

async function reachesOwnPage({ origin }: Product, cookie: string): Promise<boolean> {
  const { headers } = await fetch(`${origin}/profile`, { headers: { Cookie: cookie }, redirect: 'manual' })
  return !headers.get('location')?.startsWith('/login')
}

type Entry = { method: string; path: string; parameter: string; info: string }
type Report = { vulnerabilities: Record<string, Entry[]>; anomalies: Record<string, Entry[]> }

function readReport(text: string): string[] {
  const { vulnerabilities, anomalies } = JSON.parse(text) as Report
  const entries = [...Object.entries(vulnerabilities), ...Object.entries(anomalies)]
  return [
    ...new Set(
      entries.flatMap(([kind, found]) =>
        found.map(({ method, path, parameter, info }) => `${kind}: ${method} ${path} ${parameter} ${info}`.trim()),
      ),
    ),
  ]
}
