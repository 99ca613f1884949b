import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureSqlmap } from '#scripts/system-packages.mjs'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import { type Gate, openGate } from '#tests/attack/gate.ts'
import { runTool } from '#tests/attack/run-tool.ts'
import type { Product } from '#tests/product.ts'
import { cookieOf } from '#tests/refusals/fuzz-routes.ts'
import { createPeopleAndRecords, type PeopleAndRecords } from '#tests/refusals/people-and-records.ts'
import { listHandlers } from '#tests/refusals/handlers.ts'
import { listOddRequests, type OddRequest, queryNames } from '#tests/refusals/odd-requests.ts'

const atOnce = 2
const targetsPerRun = 6
const secondsPerTarget = 12
const options =
  '--batch --dbms=PostgreSQL --level=1 --risk=1 --flush-session --disable-coloring --ignore-redirects ' +
  '--ignore-code=* --drop-set-cookie --timeout=15 --retries=0 --keep-alive --skip-waf --ignore-stdin'

export const sqlmapAttack: Attack = {
  name: 'sqlmap',
  what: 'sqlmap on every parameter of every route',
  seconds: 330,
  run,
}

async function run(product: Product, stop: AbortSignal): Promise<Outcome> {
  const sqlmap = ensureSqlmap()
  if (!sqlmap) return { requests: 0, findings: [], notRun: 'install sqlmap (Debian package)' }
  const people = await createPeopleAndRecords(product.dataDir)
  const targets = listTargets(people)
  const gates = new Map<string, Gate>()
  for (const cookie of new Set(targets.map((target) => cookieOf(target, people.cookies)))) {
    gates.set(cookie, await openGate(product, cookie))
  }
  const urlFor = (target: Target) => gates.get(cookieOf(target, people.cookies))?.url ?? ''
  const findings: string[] = []
  let tested = 0
  const waiting = groupTargets(targets).entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, group] of waiting) {
        if (stop.aborted) return
        const folder = join(product.dataDir, `sqlmap-${index}`)
        await mkdir(folder, { recursive: true })
        const log = join(folder, 'requests.log')
        await writeFile(log, group.map((target) => asLog(target, urlFor(target))).join(''))
        const limit = AbortSignal.any([stop, AbortSignal.timeout(group.length * secondsPerTarget * 1_000)])
        const args = ['-l', log, '--output-dir', folder, ...options.split(' ')]
        const { output } = await runTool(sqlmap, args, { stop: limit, cwd: folder })
        tested += countTested(output)
        findings.push(...readFindings(output, group), ...(/\[CRITICAL\].*incompatible.*/.exec(output) ?? []))
      }
    }),
  )
  const all = [...gates.values()]
  const requests = all.reduce((sum, gate) => sum + gate.count(), 0)
  findings.push(...all.flatMap((gate) => gate.errors()))
  all.forEach((gate) => gate.close())
  await people.done()
  const parameters = targets.reduce((sum, target) => sum + target.parameters, 0)
  return { requests, findings, note: `${tested} of ${parameters} parameters, ${targets.length} forms and pages` }
}

type Target = OddRequest & { parameters: number; turn: number }

/** Each form with each of its acts, and each page with its own queries, as the first person who may use it. */
function listTargets({ actors, records }: PeopleAndRecords): Target[] {
  const requests = listOddRequests({ seed: 1, actors, records })
  const seen = new Map<string, number>()
  return requests.flatMap((request): Target[] => {
    const isForm = request.oddity.endsWith('plausible')
    if (!request.isAimed || !(isForm || request.oddity === 'bare GET') || typeof request.body === 'object') return []
    const key = `${request.file} ${isForm ? request.oddity : 'page'}`
    if (seen.has(key)) return []
    seen.set(key, 1)
    const queries = isForm ? [] : listQueries(request.file)
    const query = queries.length > 0 ? `?${queries.map((name) => `${name}=1`).join('&')}` : ''
    const parameters = queries.length + (request.body ? countFields(request) : 0)
    // The id in the path is a parameter, too. sqlmap wants a star behind it, and then tries nothing else.
    const id = /[\da-f]{8}-[\da-f-]{27}/.exec(request.path)?.[0]
    const inPath = { ...request, path: request.path.replace(String(id), `${id}*`), parameters: 1 }
    const targets = [
      ...(parameters > 0 ? [{ ...request, path: request.path + query, parameters }] : []),
      ...(id ? [inPath] : []),
    ]
    const before = seen.get(request.file) ?? 0
    seen.set(request.file, before + targets.length)
    return targets.map((target, index) => Object.assign(target, { turn: before + index }))
  })
}

function countFields({ body, type }: OddRequest): number {
  if (type === 'application/json') return Object.keys(JSON.parse(String(body)) as object).length
  return new URLSearchParams(String(body)).size
}

/** The names that the loader of this file, or a file that it imports from the same room, reads from the query. */
function listQueries(file: string): string[] {
  if (!listHandlers(file).some(({ kind }) => kind === 'loader')) return []
  const source = readFileSync(file, 'utf8')
  const imports = [...source.matchAll(/from '#(app\/[^']+|domain\/[^']+table[^']*)'/g)].map(([, path]) => String(path))
  const near = imports.filter((path) => /\.server\.ts$|table/.test(path))
  const text = [source, ...near.map((path) => readFileSync(path, 'utf8'))].join('\n')
  if (!/searchParams|TableQuery/.test(text)) return []
  return queryNames.filter((name) => new RegExp(`'${name}'|\\b${name}: (filter|\\{)`).test(text))
}

/** sqlmap skips a parameter name that it has seen on the same path, so the acts of one route go to different runs. */
function groupTargets(targets: Target[]): Target[][] {
  const byTurn = Object.values(Object.groupBy(targets, ({ turn }) => turn)).map((group) => group ?? [])
  return byTurn.flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / targetsPerRun) }, (_, index) =>
      group.slice(index * targetsPerRun, (index + 1) * targetsPerRun),
    ),
  )
}

/** The log format of Burp, which sqlmap reads. */
function asLog({ method, path, type, body }: Target, gateUrl: string): string {
  const line = '='.repeat(54)
  const { host } = new URL(gateUrl)
  const text = typeof body === 'string' ? body : ''
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...(type ? [`Content-Type: ${type}`] : [])]
  return `${line}\n00:00:00  ${gateUrl}  [127.0.0.1]\n${line}\n${head.join('\n')}\n\n${text}\n${line}\n\n`
}

function countTested(output: string): number {
  return [...output.matchAll(/parameter '.*' does not seem to be injectable|^Parameter: /gm)].length
}

function readFindings(output: string, group: Target[]): string[] {
  const found = [...output.matchAll(/^Parameter: (.+)$/gm)].map(([, parameter]) => parameter)
  const kinds = [...output.matchAll(/^ {4}Title: (.+)$/gm)].map(([, title]) => title)
  if (found.length === 0) return []
  return [`${[...new Set(found)].join(', ')} of ${group.map(({ path }) => path).join(' ')}: ${kinds.join(', ')}`]
}
