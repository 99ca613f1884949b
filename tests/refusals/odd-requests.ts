import { randomUUID } from 'node:crypto'
import { type Actor, policies, type Policy } from '#domain/policy.ts'
import { type HandlerForm, handlerForms } from '#tests/refusals/handler-forms.ts'
import { listHandlers, routes } from '#tests/refusals/handlers.ts'

export type OddRequest = {
  file: string
  who: string
  method: string
  path: string
  type?: string
  body?: string | FormData
  /** Whether it should reach the verb: the policy allows the actor, the body can be parsed and its act is known. */
  isAimed: boolean
  /** What is odd about it, for the report. */
  oddity: string
}

/** Records of the test by their name in `handlerForms`, and by the file of the route whose path names them. */
export type Records = Record<string, string>

/** Values that no page sends. */
export const oddValues = [
  '',
  ' ',
  '\0',
  'a\0b',
  'a\r\nb',
  '\u202Eevil',
  '\uD800',
  '0',
  '-1',
  '1e309',
  'NaN',
  '99999999999999999999',
  '0x10',
  '1.005',
  'null',
  '[]',
  '{"__proto__":1}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '-'.repeat(36),
  '00000000-0000-0000-0000-00000000000g',
  "' or 1=1 --",
  '<b>x</b>',
  '../../etc/passwd',
  '%00%ff',
  '2026-02-31T99:99',
  '+275760-09-13',
  '9999-99-99',
  'Mars/Base',
  'x'.repeat(5_000),
  '🙂'.repeat(200),
]

const oddParts = [
  'no-id',
  '%00',
  '-'.repeat(36),
  '__proto__',
  '%27%3B--',
  '9'.repeat(30),
  '-1',
  'x'.repeat(300),
  '%F0%9F',
]

export const queryNames = (
  'q sort after before by month day zone from minutes start do page kind payment name size left top person about act ' +
  'thing id stage status state role show reviews redirect category online rating subject language max with since'
).split(' ')

const formType = 'application/x-www-form-urlencoded'
const otherTypes = [
  'text/plain',
  'application/json',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'image/png',
  '',
  '///',
]
const otherMethods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND']

/** The requests to every route, as every kind of person. The same seed gives the same requests. */
export function listOddRequests({
  seed,
  actors,
  records,
}: {
  seed: number
  actors: Record<string, Actor>
  records: Records
}) {
  const pick = createPicker(seed)
  const requests = routes.flatMap(({ path, file }) => {
    const handlers = listHandlers(file)
    const loader = handlers.find(({ kind }) => kind === 'loader')
    const action = handlers.find(({ kind }) => kind === 'action')
    return Object.entries(actors).flatMap(([who, actor]) => {
      const reads = readsOf({ path, file, who, isAllowed: isAllowed(loader?.policy, actor) })
      return action ? reads.concat(writesOf({ path, file, who, isAllowed: isAllowed(action.policy, actor) })) : reads
    })
  })
  // Every route gets its first request before any gets its second, so that a slow machine still tests every route.
  const turns = new Map<string, number>()
  const inTurn = pick.shuffled(requests).map((request) => {
    const turn = (turns.get(request.file) ?? 0) + 1
    turns.set(request.file, turn)
    return { request, turn }
  })
  return inTurn.toSorted((one, other) => one.turn - other.turn).map(({ request }) => request)

  type At = { path: string; file: string; who: string; isAllowed: boolean }

  function readsOf({ path, file, who, isAllowed: isAimed }: At): OddRequest[] {
    const own = fill(path, file)
    const read = (to: string, oddity: string, method = 'GET'): OddRequest => ({
      file,
      who,
      method,
      path: to,
      isAimed,
      oddity,
    })
    const queries = Array.from({ length: isAimed ? 5 : 1 }, () => {
      const names = [pick.one(queryNames), pick.one(queryNames)]
      return new URLSearchParams(names.map((name) => [name, pick.one(oddValues)])).toString()
    })
    return [
      read(own, 'bare GET'),
      read(`${own === '/' ? '/_root' : own}.data`, 'data of the router'),
      ...queries.map((query) => read(`${own}?${query}`, `query ${query.slice(0, 80)}`)),
      ...(/[:*]/.test(path)
        ? [pick.one(oddParts), pick.one(oddParts)].map((part) => read(fillWith(path, part), 'odd path'))
        : []),
      { ...read(own, 'method', pick.one(otherMethods)), isAimed: false },
    ]
  }

  function writesOf({ path, file, who, isAllowed: isAimed }: At): OddRequest[] {
    const form = handlerForms[file]
    if (!form) throw new Error(`${file} has an action that handlerForms does not know`)
    const own = fill(path, file)
    const acts = form.acts ?? [null]
    const sent = (oddity: string, body: Record<string, string>[], aimed = isAimed, more: Partial<OddRequest> = {}) => ({
      file,
      who,
      method: 'POST',
      path: own,
      isAimed: aimed,
      oddity,
      ...encode(form, body),
      ...more,
    })
    const whole = (act: string | null) => ({ ...(act ? { act } : {}), ...plausible(form) })
    if (!isAimed) return [sent('not for them', [whole(pick.one(acts))])]
    const names = Object.keys(form.fields)
    return [
      ...acts.flatMap((act) => {
        const fields = whole(act)
        const odd = Array.from({ length: Math.min(4, names.length * 2) }, () => {
          const name = pick.one(names)
          const value = pick.one(oddValues)
          return sent(`${act ?? ''} ${name}=${JSON.stringify(value).slice(0, 40)}`, [{ ...fields, [name]: value }])
        })
        const missing = names.length > 0 ? [pick.one(names)] : []
        return [
          sent(`${act ?? ''} plausible`, [fields]),
          ...odd,
          ...missing.map((name) => sent(`${act ?? ''} without ${name}`, [without(fields, name)])),
          sent(`${act ?? ''} everything twice`, [fields, mutated(fields)]),
          sent(`${act ?? ''} in parts`, [fields], !form.json, form.json ? {} : asParts(fields)),
        ]
      }),
      ...(form.acts ? ['constructor', '__proto__', 'toString', 'applaud', 'x'.repeat(5_000)] : []).map((act) =>
        sent(`act=${act.slice(0, 20)}`, [{ ...plausible(form), act }], false),
      ),
      sent('nothing', [{}], !form.acts),
      ...[pick.one(otherTypes), 'text/plain'].map((type) =>
        sent(`type ${type}`, [whole(pick.one(acts))], false, { type }),
      ),
      sent('router', [whole(pick.one(acts))], isAimed, { path: `${own === '/' ? '/_root' : own}.data` }),
      sent('method', [whole(pick.one(acts))], false, { method: pick.one(['PUT', 'PATCH', 'DELETE']) }),
      ...(/[:*]/.test(path)
        ? [sent('odd path', [whole(pick.one(acts))], isAimed, { path: fillWith(path, pick.one(oddParts)) })]
        : []),
    ]
  }

  function plausible({ fields }: HandlerForm): Record<string, string> {
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fillValue(value)]))
  }

  function fillValue(value: string | number): string {
    return String(value).replace(/\b(NEW|[A-Z_]{5,})\b/, (name) =>
      name === 'NEW' ? randomUUID() : (records[name] ?? name),
    )
  }

  function mutated(fields: Record<string, string>) {
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, name === 'act' ? value : pick.one(oddValues)]),
    )
  }

  function fill(path: string, file: string): string {
    return fillWith(path, records[file] ?? randomUUID())
  }
}

function fillWith(path: string, part: string): string {
  return path.replace(/:\w+/, part).replace(/\*/, part)
}

function isAllowed(policy: unknown, actor: Actor): boolean {
  return policy === undefined || policies[policy as Policy](actor)
}

function without(fields: Record<string, string>, name: string) {
  return Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name))
}

function encode(form: HandlerForm, forms: Record<string, string>[]): { type: string; body: string } {
  if (form.json) {
    const numbers = (name: string, value: string) => (typeof form.fields[name] === 'number' ? Number(value) : value)
    const values = Object.entries(Object.assign({}, ...forms) as Record<string, string>)
    const body = JSON.stringify(Object.fromEntries(values.map(([name, value]) => [name, numbers(name, value)])))
    return { type: 'application/json', body }
  }
  return { type: formType, body: new URLSearchParams(forms.flatMap((one) => Object.entries(one))).toString() }
}

/** Sends some fields as files, although these forms have no file fields. */
function asParts(fields: Record<string, string>): { body: FormData; type: string } {
  const body = new FormData()
  Object.entries(fields).forEach(([name, value], index) => {
    if (index % 3 === 2) body.append(name, new Blob([value]), `${name}\r\n.txt`)
    else body.append(name, value)
  })
  return { body, type: 'of the parts' }
}

/** A small random number generator with a seed (mulberry32), so that a failure can be reproduced. */
export function createPicker(seed: number) {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    one: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
    shuffled: <Item>(items: Item[]): Item[] =>
      items
        .map((item) => ({ item, at: next() }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ item }) => item),
  }
}
