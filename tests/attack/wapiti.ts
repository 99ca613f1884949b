import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureWapiti } from '#scripts/system-packages.mjs'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import { openGate } from '#tests/attack/gate.ts'
import { runTool } from '#tests/attack/run-tool.ts'
import { percentile } from '#tests/attack/statistics.ts'
import type { Product } from '#tests/product.ts'
import { listAccess } from '#tests/refusals/access-matrix.ts'
import { createPeopleAndRecords } from '#tests/refusals/people-and-records.ts'

/** Modules that need no other server. Modules that look for files of other products are left out. */
const modules =
  'sql,blindsql,xss,permanentxss,file,exec,crlf,redirect,csp,cookieflags,http_headers,htaccess,methods,shellshock'
const crawlSeconds = 60
const moduleSeconds = 7
/** The median time of a page on a quiet machine. */
const quietPageMs = 60
/** On a busy machine the limits grow with the time of a page, at most by this factor: all parts have twenty minutes. */
const slowestFactor = 2
/** wapiti checks these limits only between two requests, and then writes its report. */
const overrunSeconds = 30
/** An attack with fewer requests did not work. */
const leastRequests = 200

/** wapiti loads lists from the web, even for unused modules. This proxy does not exist, so these requests fail. */
const noInternet = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' }

type ScanRole = 'visitor' | 'student' | 'expert' | 'team'
/** The pages with a query that the crawl should attack, too. */
const startsWithQuery: Record<ScanRole, string[]> = {
  visitor: ['/login?redirect=/user/wallet', '/experts?search=physics&sort=rating'],
  student: [],
  expert: [],
  team: ['/team/people?q=a'],
}
/** Pages beyond the starts that a crawl finds at least: most of their paths have an id, so only links lead to them. */
const leastFound: Record<ScanRole, number> = { visitor: 1, student: 1, expert: 1, team: 1 }

/**
 * The crawl begins on every page of the access matrix that this person may read and a visitor may not. Those of a
 * visitor are public.
 */
function listStarts(role: ScanRole): string[] {
  const column = role === 'team' ? 'administrator' : role
  const pages = listAccess().filter(
    ({ method, path, file, access }) =>
      method === 'GET' && file.endsWith('.tsx') && !/[:*]/.test(path) && access[column] === 'yes',
  )
  const own = pages.filter(({ access }) => role === 'visitor' || access.visitor !== 'yes')
  return [...new Set(own.map(({ path }) => path)), ...startsWithQuery[role]]
}

// The team comes last: its forms suspend people. The parts after it create their own people.
export const wapitiAttacks: Attack[] = (['visitor', 'student', 'expert', 'team'] as const).map((role) => ({
  name: 'wapiti',
  what: `wapiti as ${role}`,
  seconds: (crawlSeconds + modules.split(',').length * moduleSeconds) * slowestFactor + overrunSeconds,
  run: (product, stop) => scan(product, role, stop),
}))

async function scan(product: Product, role: ScanRole, stop: AbortSignal): Promise<Outcome> {
  const wapiti = ensureWapiti()
  if (!wapiti) return { requests: 0, findings: [], notRun: 'install wapiti (Debian package)' }
  const people = await createPeopleAndRecords(product.dataDir)
  await people.done()
  const cookie = people.cookies[role]?.usual ?? ''
  const starts = listStarts(role)
  const gate = await openGate(product, cookie)
  const folder = join(product.dataDir, `wapiti-${role}`)
  await mkdir(folder, { recursive: true })
  const report = join(folder, 'report.json')
  const slowness = await measureSlowness(product, starts[0] ?? '/', cookie)
  const limitOf = (seconds: number) => `${Math.round(seconds * slowness)}`
  const limits = ['--max-scan-time', limitOf(crawlSeconds), '--max-attack-time', limitOf(moduleSeconds), '-t', '10']
  const sessionFlags = ['--store-session', folder, '--store-config', folder, '--flush-session', '--no-bugreport']
  const from = starts.flatMap((path) => ['-s', gate.url + path])
  const where = ['-u', `${gate.url}/`, '--scope', 'domain', ...from]
  const args = [...where, '-m', modules, ...limits, ...sessionFlags, '-v', '1', '-f', 'json', '-o', report]
  try {
    const { output, isStopped } = await runTool(wapiti, args, { stop, cwd: folder, env: noInternet })
    const text = await readFile(report, 'utf8').catch(() => null)
    const findings = text ? readReport(text) : []
    const pages = new Set(gate.listPages())
    const paths = new Set(starts.map((start) => start.split('?')[0] ?? ''))
    // Some starts only redirect, and a page of a role may redirect to another one.
    const found = [...pages].filter((page) => !paths.has(page))
    const missed = [...paths].filter((path) => !gate.hasRequested(path))
    const isSignedIn = role === 'visitor' || (await reachesOwnPage(product, cookie))
    const requests = gate.count()
    return {
      requests,
      findings: [
        ...findings,
        ...gate.errors(),
        ...(isSignedIn ? [] : ['its sign-in ended, so it attacked as a visitor']),
        ...(missed.length > 0 ? [`the crawl did not reach ${missed.join(', ')}`] : []),
        ...(found.length < leastFound[role]
          ? [`the crawl found only ${found.length} pages beyond its ${paths.size} starts`]
          : []),
        ...(requests < leastRequests ? [`it sent only ${requests} requests`] : []),
        ...(text || isStopped ? [] : [`wapiti ended without a report: ${output.slice(-300)}`]),
      ],
      note: [
        `${pages.size} pages, ${found.length} of them by links`,
        slowness > 1 && `limits × ${slowness.toFixed(1)}`,
        isStopped && 'stopped by its limit',
      ]
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
