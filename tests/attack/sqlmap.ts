import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureSqlmap } from '#scripts/system-packages.mjs'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import { type Gate, openGate } from '#tests/attack/gate.ts'
import { runTool } from '#tests/attack/run-tool.ts'
import { listTargets, type Target, withValue } from '#tests/attack/sql-targets.ts'
import type { Product } from '#tests/product.ts'
import { cookieOf } from '#tests/refusals/fuzz-routes.ts'
import { createPeopleAndRecords } from '#tests/refusals/people-and-records.ts'

const atOnce = 3
const targetsPerRun = 6
const secondsPerParameter = 8
/**
 * Leaves out UNION, which needs the most requests: conditions and sleeps find the same injections. `--answers` also
 * tries parameters that seem to be converted to numbers.
 */
const options =
  '--batch --technique=BEST --dbms=PostgreSQL --level=1 --risk=1 --flush-session --disable-coloring --ignore-redirects ' +
  '--ignore-code=* --drop-set-cookie --timeout=15 --retries=0 --keep-alive --skip-waf --ignore-stdin --answers=cases=N'

export const sqlmapAttack: Attack = {
  name: 'sqlmap',
  what: 'sqlmap on every parameter of every route',
  seconds: 300,
  run,
}

async function run(product: Product, stop: AbortSignal): Promise<Outcome> {
  const sqlmap = ensureSqlmap()
  if (!sqlmap) return { requests: 0, findings: [], notRun: 'install sqlmap (Debian package)' }
  const people = await createPeopleAndRecords(product.dataDir)
  const targets = listDistinct(listTargets(people))
  const gates = new Map<string, Gate>()
  for (const cookie of new Set(targets.map((target) => cookieOf(target, people.cookies)))) {
    gates.set(cookie, await openGate(product, cookie))
  }
  const urlFor = (target: Target) => gates.get(cookieOf(target, people.cookies))?.url ?? ''
  const findings: string[] = []
  let tested = 0
  const groups = Array.from({ length: Math.ceil(targets.length / targetsPerRun) }, (_, index) =>
    targets.slice(index * targetsPerRun, (index + 1) * targetsPerRun),
  )
  const waiting = groups.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, group] of waiting) {
        if (stop.aborted) return
        const folder = join(product.dataDir, `sqlmap-${index}`)
        await mkdir(folder, { recursive: true })
        const log = join(folder, 'requests.log')
        await writeFile(log, group.map((target) => asLog(target, urlFor(target))).join(''))
        const limit = AbortSignal.any([stop, AbortSignal.timeout(countParameters(group) * secondsPerParameter * 1_000)])
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
  const parameters = countParameters(targets)
  if (tested < parameters) findings.push(`it tried only ${tested} of ${parameters} parameters`)
  const note = `${tested} of ${parameters} parameters, each once per route`
  return { requests, findings, note }
}

function countParameters(targets: Target[]): number {
  return targets.reduce((sum, { parameters }) => sum + parameters.length, 0)
}

/** Each parameter of each route once, with the first act that has it. The other acts are for `sql-probe.ts`. */
function listDistinct(targets: Target[]): Target[] {
  const seen = new Set<string>()
  return targets.flatMap((target) => {
    const parameters = target.parameters.filter((name) => !seen.has(`${target.file} ${name}`))
    parameters.forEach((name) => seen.add(`${target.file} ${name}`))
    return parameters.length > 0 ? [{ ...target, parameters }] : []
  })
}

/** sqlmap tries only the parameters whose values end with a star. */
function withStars(target: Target): Target {
  const starred = target.parameters.reduce<Target>((to, name) => withValue(to, name, (value) => `${value}*`), target)
  const body = typeof starred.body === 'string' ? starred.body.replaceAll('%2A', '*') : undefined
  return { ...starred, path: starred.path.replaceAll('%2A', '*'), ...(body !== undefined && { body }) }
}

/** The log format of Burp, which sqlmap reads. */
function asLog(target: Target, gateUrl: string): string {
  const { method, path, type, body } = withStars(target)
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
