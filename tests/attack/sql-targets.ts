import { readFileSync } from 'node:fs'
import { listHandlers, routes } from '#tests/refusals/handlers.ts'
import { readBody, toJson } from '#tests/refusals/encode-form.ts'
import { listOddRequests, type OddRequest } from '#tests/refusals/odd-requests.ts'
import { queryNames } from '#tests/refusals/odd-values.ts'
import type { PeopleAndRecords } from '#tests/refusals/people-and-records.ts'

/** A request that reaches its verb, and its parameter names. The record id in the path is a parameter, too. */
export type Target = OddRequest & { act: string; parameters: string[] }

const pathParameter = '(path)'

/** Acts of one side of a session, whose route is for both. The verb refuses the other side before any statement. */
const sideOfAct: Record<string, 'student' | 'expert'> = {
  feedback: 'expert',
  summary: 'expert',
  change_summary: 'expert',
  answer: 'expert',
  decline: 'expert',
  review: 'student',
  change_review: 'student',
  refund: 'student',
  cancel: 'student',
}

function isOtherSide({ file, who }: OddRequest, act: string): boolean {
  const side = file.startsWith('app/sessions/') ? sideOfAct[act] : undefined
  return side !== undefined && side !== who
}

/** Lists a request per form and act, and per page with query parameters, sent as the first person who may use it. */
export function listTargets({ actors, records }: Pick<PeopleAndRecords, 'actors' | 'records'>): Target[] {
  const seen = new Set<string>()
  return listOddRequests({ seed: 1, actors, records }).flatMap((request): Target[] => {
    const isForm = request.oddity.endsWith('plausible')
    if (!request.isAimed || !(isForm || request.oddity === 'bare GET') || typeof request.body === 'object') return []
    const act = isForm ? request.oddity.replace(/ ?plausible$/, '') : 'page'
    if (isOtherSide(request, act) || seen.has(`${request.file} ${act} ${isForm}`)) return []
    seen.add(`${request.file} ${act} ${isForm}`)
    const queries = isForm ? [] : listQueries(request.file)
    const path = toData(request) + (queries.length > 0 ? `?${queries.map((name) => `${name}=1`).join('&')}` : '')
    const parameters = [
      ...(findRecord(request) ? [pathParameter] : []),
      ...queries,
      ...(isForm ? Object.keys(readBody(request)) : []),
    ]
    return parameters.length > 0 ? [{ ...request, path, act, parameters }] : []
  })
}

/** The path of a page's data, as the router requests it: the same loader and action, without rendering. */
function toData({ file, path }: OddRequest): string {
  if (!file.endsWith('.tsx') || path.endsWith('.data')) return path
  return `${path === '/' ? '/_root' : path}.data`
}

/** The same request with another value for one parameter. */
export function withValue(target: Target, parameter: string, change: (value: string) => string): Target {
  const { path, body, type } = target
  if (parameter === pathParameter) {
    const record = String(findRecord(target))
    return { ...target, path: path.replace(record, encodeURIComponent(change(record))) }
  }
  if (body === undefined) {
    const [page, query] = path.split('?')
    const search = new URLSearchParams(query)
    search.set(parameter, change(search.get(parameter) ?? ''))
    return { ...target, path: `${page}?${search}` }
  }
  const fields = readBody(target)
  const changed = { ...fields, [parameter]: change(String(fields[parameter])) }
  const isJson = type === 'application/json'
  return {
    ...target,
    body: isJson ? toJson(changed) : new URLSearchParams(changed as Record<string, string>).toString(),
  }
}

/** The part of the path that stands for a record, such as an id. */
function findRecord({ file, path }: OddRequest): string | undefined {
  const patterns = routes.filter((route) => route.file === file && /[:*]/.test(route.path))
  return patterns
    .map((route) => new RegExp(`^${route.path.replace(/:\w+|\*/, '([^/?]+?)')}(\\.data)?(\\?|$)`).exec(path)?.[1])
    .find(Boolean)
}

/** The query names that the loader of this file reads, directly or through an imported server or table file. */
function listQueries(file: string): string[] {
  if (!listHandlers(file).some(({ kind }) => kind === 'loader')) return []
  const source = readFileSync(file, 'utf8')
  const imports = [...source.matchAll(/from '#(app\/[^']+|domain\/[^']+table[^']*)'/g)].map(([, path]) => String(path))
  const near = imports.filter((path) => /\.server\.ts$|table/.test(path))
  const text = [source, ...near.map((path) => readFileSync(path, 'utf8'))].join('\n')
  if (!/searchParams|TableQuery/.test(text)) return []
  return queryNames.filter((name) => new RegExp(`'${name}'|\\b${name}: (filter|\\{)`).test(text))
}
