import { randomUUID } from 'node:crypto'
import { type Actor, policies, type Policy } from '#domain/policy.ts'
import { plainRoutes } from '#tests/refusals/access-matrix.ts'
import { encodeAsParts, encodeForm, withSecondValue } from '#tests/refusals/encode-form.ts'
import { type HandlerForm, handlerForms } from '#tests/refusals/handler-forms.ts'
import { listHandlers, routes } from '#tests/refusals/handlers.ts'
import {
  bodyTypes,
  oddJsonValues,
  oddParts,
  oddValues,
  otherMethods,
  queryNames,
  writeMethods,
} from '#tests/refusals/odd-values.ts'
import { createPicker } from '#tests/refusals/picker.ts'

export type OddRequest = {
  file: string
  who: string
  method: string
  path: string
  headers?: Record<string, string>
  type?: string
  body?: string | FormData
  /** True if the request should reach the verb: the policy allows the actor, and the body can be parsed. */
  isAimed: boolean
  /** The route, the act and what is odd. Requests of one kind differ only in the person and in the odd values. */
  kind: string
  /** The odd part of the request, for the report. */
  oddity: string
}

/** Records of the test by their name in `handlerForms`, and by the file of the route whose path names them. */
type Records = Record<string, string>

/**
 * The requests to every route, as every kind of person, with one of each kind first. The same seed gives the same
 * requests.
 */
export function listOddRequests({
  seed,
  actors,
  records,
}: {
  seed: number
  actors: Record<string, Actor>
  records: Records
}): OddRequest[] {
  const pick = createPicker(seed)
  const requests = routes.flatMap(({ path, file }) => {
    const handlers = listHandlers(file)
    const loader = handlers.find(({ kind }) => kind === 'loader')
    const action = handlers.find(({ kind }) => kind === 'action')
    return Object.entries(actors).flatMap(([who, actor]) => {
      const mayRead = isAllowed(loader?.policy, actor)
      const mayWrite = isAllowed(action?.policy, actor)
      const reads = readsOf({ path, file, who, isAllowed: mayRead })
      const methods = methodsOf({ path, file, who, isAllowed: mayRead, hasAction: action !== undefined })
      const writes = action ? writesOf({ path, file, who, isAllowed: mayWrite }) : []
      const [readRank, writeRank] = [rankOf(who, mayRead, loader?.policy), rankOf(who, mayWrite, action?.policy)]
      const ranked = [...reads, ...methods].map((request) => ({ request, rank: readRank }))
      return ranked.concat(writes.map((request) => ({ request, rank: writeRank })))
    })
  })
  const plain = listPlain().map((request) => ({ request, rank: 0 }))
  const inOrder = pick
    .shuffled([...requests, ...plain])
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ request }) => request)
  const firsts = new Set(listOneOfEachKind(inOrder))
  return [...pick.shuffled([...firsts]), ...pick.shuffled(inOrder.filter((request) => !firsts.has(request)))]

  type At = { path: string; file: string; who: string; isAllowed: boolean }

  function readsOf({ path, file, who, isAllowed: isAimed }: At): OddRequest[] {
    const own = fill(path, file)
    const read = (what: string, to: string, more: Partial<OddRequest> = {}): OddRequest => ({
      file,
      who,
      method: 'GET',
      path: to,
      isAimed,
      kind: `${file} GET ${isAimed ? what : 'not for them'}`,
      oddity: what,
      ...more,
    })
    const queries = Array.from({ length: isAimed ? 5 : 1 }, () => {
      const names = [pick.one(queryNames), pick.one(queryNames)]
      return new URLSearchParams(names.map((name) => [name, pick.one(oddValues)])).toString()
    })
    return [
      read('bare GET', own),
      read('data of the router', toData(own)),
      ...queries.map((query) => {
        const to = pick.one([own, file.endsWith('.tsx') ? toData(own) : own])
        return read('query', `${to}?${query}`, { oddity: `query ${query.slice(0, 80)}` })
      }),
      ...(/[:*]/.test(path)
        ? oddParts.map((part) => {
            const kind = `${file} GET ${part === '%00' ? 'NUL in the path' : 'odd path'}`
            return read('odd path', fillWith(path, part), isAimed ? { kind, isAimed: false } : {})
          })
        : []),
    ]
  }

  /** Methods without a body. `writesOf` has those of routes with an action that carry one. */
  function methodsOf({ path, file, who, hasAction }: At & { hasAction: boolean }): OddRequest[] {
    const own = fill(path, file)
    return otherMethods
      .filter((method) => !(hasAction && writeMethods.includes(method)))
      .map((method) => ({
        file,
        who,
        method,
        // A page that is refused would be drawn, which takes most of the time.
        path: method === 'HEAD' || !file.endsWith('.tsx') ? own : toData(own),
        isAimed: false,
        kind: `${file} ${method}`,
        oddity: `method ${method}`,
      }))
  }

  function writesOf({ path, file, who, isAllowed: isAimed }: At): OddRequest[] {
    const form = handlerForms[file]
    if (!form) throw new Error(`handlerForms has no form for the action of ${file}`)
    const own = fill(path, file)
    const { acts = [null], methods = ['POST'] } = form
    const names = Object.keys(form.fields)
    const whole = (act: string | null) => ({ ...(act ? { act } : {}), ...plausible(form) })
    const write = (what: string, body: Record<string, string>[], more: Partial<OddRequest> = {}): OddRequest => {
      const method = more.method ?? pick.one(methods)
      return {
        file,
        who,
        method,
        path: own,
        isAimed,
        oddity: what,
        kind: `${file} ${what}`,
        ...encodeForm(form, body),
        ...more,
      }
    }
    if (!isAimed) return [write('not for them', [whole(pick.one(acts))])]
    // The router sends forms in this way. The server then renders no page, which takes most of the time.
    const isPage = file.endsWith('.tsx')
    const routed = { path: isPage ? toData(own) : own }
    return [
      ...methods.flatMap((method) => acts.flatMap((act) => actOf(method, act))),
      ...(form.acts ? ['constructor', '__proto__', 'toString', 'applaud', 'x'.repeat(5_000)] : []).map((act) =>
        write(`act=${act.slice(0, 20)}`, [{ ...plausible(form), act }], { ...routed, isAimed: false }),
      ),
      write('nothing', [{}], { ...routed, isAimed: !form.acts }),
      ...bodyTypes
        .filter((type) => type !== encodeForm(form, []).type)
        .map((type) => write(`type ${type}`, [whole(pick.one(acts))], { ...routed, isAimed: false, type })),
      // Each act also gets all fields twice.
      ...names.map((name) => {
        const [fields, value] = [whole(pick.one(acts)), pick.one(oddValues)]
        const body = withSecondValue(encodeForm(form, [fields]), { name, value })
        const oddity = `${name} twice, then ${JSON.stringify(value).slice(0, 40)}`
        return write(`${name} twice`, [fields], { ...routed, oddity, body })
      }),
      write('for a page', [whole(pick.one(acts))]),
      ...writeMethods
        .filter((method) => !methods.includes(method))
        .map((method) => write(`method ${method}`, [whole(pick.one(acts))], { ...routed, isAimed: false, method })),
      ...(/[:*]/.test(path)
        ? ['%00', pick.one(oddParts)].map((part) =>
            write(part === '%00' ? 'NUL in the path' : 'odd path', [whole(pick.one(acts))], {
              path: fillWith(isPage ? toData(path) : path, part),
              isAimed: false,
            }),
          )
        : []),
    ]

    /** The odd requests of one act: each field odd and missing in turn, everything twice, and parts. */
    function actOf(method: string, act: string | null): OddRequest[] {
      const fields = whole(act)
      const named = (what: string) => [methods.length > 1 && method, act, what].filter(Boolean).join(' ')
      const odd = names.map((name) => {
        const value = pick.one(oddValues)
        const oddity = named(`${name}=${JSON.stringify(value).slice(0, 40)}`)
        return write(named(`odd ${name}`), [{ ...fields, [name]: value }], { ...routed, method, oddity })
      })
      const noTexts = form?.json
        ? names.flatMap((name) =>
            [pick.one(oddJsonValues), oddJsonValues.at(-1)].map((value) => {
              const oddity = named(`${name}=${JSON.stringify(value)}`)
              const body = JSON.stringify({ ...fields, [name]: value })
              return write(named(`no text ${name}`), [fields], { ...routed, method, oddity, body })
            }),
          )
        : []
      return [
        write(named('plausible'), [fields], { ...routed, method }),
        ...odd,
        ...noTexts,
        ...names.map((name) => write(named(`without ${name}`), [without(fields, name)], { ...routed, method })),
        write(named('everything twice'), [fields, mutated(fields)], { ...routed, method }),
        write(named('in parts'), [fields], {
          ...routed,
          method,
          ...(form?.json ? { isAimed: false } : encodeAsParts(fields)),
        }),
      ]
    }
  }

  /** Routes outside the router. All public files have one handler, so those with hashed names stand for the others. */
  function listPlain(): OddRequest[] {
    return plainRoutes
      .filter(({ file, path }) => file !== 'server/assets.ts' || path.startsWith('/assets/'))
      .flatMap(plainOf)
  }

  /** No policy protects these routes, so they get every method and odd headers, but only as a visitor. */
  function plainOf({ file, path }: (typeof plainRoutes)[number]): OddRequest[] {
    const send = (what: string, more: Partial<OddRequest> = {}): OddRequest => ({
      file,
      who: 'visitor',
      method: 'GET',
      path: fillWith(path, 'app-00000000.js'),
      isAimed: false,
      kind: `${path} ${what}`,
      oddity: what,
      ...more,
    })
    const headers = ['Authorization', 'If-None-Match', 'If-Modified-Since', 'Accept-Encoding', 'Range', 'Host']
    return [
      send('bare GET'),
      send('query', { path: `${path}?${new URLSearchParams([[pick.one(queryNames), pick.one(oddValues)]])}` }),
      ...otherMethods.map((method) => send(method, { method })),
      send('POST', { method: 'POST', type: 'application/json', body: '{"__proto__":1}' }),
      ...headers.map((name) => {
        const value = pick.one(oddValues.filter((text) => /^[\x20-\x7E]*$/.test(text)))
        return send(name, { headers: { [name]: value }, oddity: `${name}: ${value.slice(0, 40)}` })
      }),
      ...oddParts.map((part) => send(`odd path ${part.slice(0, 9)}`, { path: `${path.replace('/*', '')}/${part}` })),
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

/** A kind is represented by a person who may send it, if possible by one whose records it names. */
function rankOf(who: string, isAllowed: boolean, policy: unknown): number {
  if (!isAllowed) return 0
  const usual = policy === 'anyone' || policy === undefined ? ['visitor'] : ['student', 'expert']
  return usual.includes(who) ? 2 : 1
}

/** The first request of each kind. */
export function listOneOfEachKind(requests: OddRequest[]): OddRequest[] {
  const seen = new Set<string>()
  return requests.filter(({ kind }) => !seen.has(kind) && seen.add(kind))
}

/** The path at which the router requests the data of a page. */
function toData(path: string): string {
  return `${path === '/' ? '/_root' : path}.data`
}

function fillWith(path: string, part: string): string {
  return path.replace(/:\w+/, part).replace(/\*/, part)
}

function isAllowed(policy: unknown, actor: Actor): boolean {
  return policy === undefined || policies[policy as Policy](actor)
}

function without(fields: Record<string, string>, name: string) {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name))
}
