import { randomUUID } from 'node:crypto'
import { type Access, type AccessRow, approvedOnly } from '#tests/refusals/access-matrix.ts'
import { handlerForms } from '#tests/refusals/handler-forms.ts'
import type { OwnRecords } from '#tests/refusals/role-people.ts'

type Answer = { status: number; location: string; text: string }
type Walk = {
  origin: string
  cookie: string
  role: string
  /** Ids of the records that paths name, by the file of the route. */
  records: Record<string, string>
  own: OwnRecords
  others: OwnRecords
  /** Called with the text of every page, so that its links can be followed. */
  onPage(text: string): void
}

/** Rows whose record does not exist in the demo: an allowed request gets 'not found'. */
export const missingRecords = new Set([
  'GET /*',
  'GET /photos/*',
  'GET /board-pictures/:id',
  'GET /calendars/:token',
  'POST /application-documents',
  'GET /application-documents/:id',
  'GET /team/applications/:id',
  'GET /team/money/corrections/:id',
  'POST /team/money/corrections/:id',
  'POST /team/outbox',
  // This route needs a month, which is not sent here.
  'GET /team/money/sessions.csv',
  // The demo has no payments of Razorpay.
  'POST /webhooks/razorpay',
  'GET /payment-return',
  'POST /payment-return',
])

/** Sends the request of a row as this person. Returns one sentence for each difference from the matrix. */
export async function walkRow(row: AccessRow, walk: Walk): Promise<string[]> {
  const access = row.access[walk.role] ?? 'no'
  const attempts = row.record
    ? [
        { whose: 'another’s', id: walk.others[row.record], expected: access === 'own' ? ('no' as const) : access },
        { whose: 'their own', id: walk.own[row.record], expected: access === 'own' ? ('yes' as const) : access },
      ].filter(({ id }) => id !== undefined)
    : [{ whose: '', id: walk.records[row.file] ?? randomUUID(), expected: access }]
  const problems: string[] = []
  for (const { whose, id = '', expected } of attempts) {
    // A request of the router (.data) runs only the action. A form would also run the loader, which may redirect.
    const isRouterRequest = row.method === 'POST' && row.record !== null && row.file.endsWith('.tsx')
    const path = `${row.path.replace(/:\w+|\*/, id)}${isRouterRequest ? '.data' : ''}`
    const answers: Answer[] = []
    for (const body of bodiesOf(row, walk.records)) answers.push(await send(row, { ...walk, path, body }))
    if (row.method === 'GET') answers.forEach(({ text }) => walk.onPage(text))
    const outcomes = answers.map((answer) => outcomeOf(row, answer))
    // If 'yes' is expected, one accepted act is enough, because some acts are only for the other side. Otherwise every
    // act must be refused. A page of another role may redirect people to their own page instead.
    const accepted: string[] = expected === 'no' ? ['no', 'moved'] : [expected]
    const isAsExpected =
      expected === 'yes' ? outcomes.includes('yes') : outcomes.every((found) => accepted.includes(found))
    if (isAsExpected) continue
    const found = answers.map(({ status, location }) => `${status} ${location}`.trim())
    problems.push(`${walk.role}: ${row.method} ${row.path} ${whose} is ${found.join(', ')}, expected: ${expected}`)
  }
  return problems
}

type Body = { type: string; text: string } | undefined

/**
 * A page gets no body. A path with a record that has an owner gets every act with plausible fields. Any other path gets
 * an unknown act: the policy is checked before the form, and nothing changes.
 */
function bodiesOf({ method, file, record }: AccessRow, records: Walk['records']): Body[] {
  if (method !== 'POST') return [undefined]
  const form = handlerForms[file]
  if (!form) throw new Error(`handlerForms has no form for ${file}`)
  const name = (text: string) => (text === 'NEW' ? randomUUID() : (records[text] ?? text))
  const fill = (value: string | number) =>
    typeof value === 'string' ? value.replace(/\b(NEW|[A-Z_]{5,})\b/, name) : value
  const fields = record ? Object.entries(form.fields).map(([field, value]) => [field, fill(value)] as const) : []
  const acts = record ? (form.acts ?? [null]) : [form.acts ? 'none' : null]
  return acts.map((act) => {
    const all = Object.fromEntries([...fields, ...(act === null ? [] : [['act', act] as const])])
    if (form.json) return { type: 'application/json', text: JSON.stringify(all) }
    const text = new URLSearchParams(Object.entries(all).map(([field, value]) => [field, String(value)])).toString()
    return { type: 'application/x-www-form-urlencoded', text }
  })
}

type SentRequest = Pick<Walk, 'origin' | 'cookie'> & { path: string; body: Body }

async function send({ method }: AccessRow, { origin, cookie, path, body }: SentRequest): Promise<Answer> {
  const headers = { Origin: origin, Cookie: cookie, 'Accept-Encoding': 'identity' }
  const answer = await fetch(origin + path, {
    method,
    redirect: 'manual',
    headers: body ? { ...headers, 'Content-Type': body.type } : headers,
    ...(body && { body: body.text }),
  })
  return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
}

function outcomeOf(row: AccessRow, { status, location, text }: Answer): Access | 'error' {
  const name = `${row.method} ${row.path}`
  if (status >= 500) return 'error'
  // These routes answer everyone: they refuse wrong credentials, or redirect people who are already signed in.
  if (['/login', '/register', '/log-in-here', '/sign-up-here'].includes(row.path)) return 'yes'
  if (/^\/(login|accept-terms)\b/.test(location)) return 'no'
  // A member of the team sets up a second factor first.
  if (status === 302 && row.path.startsWith('/team') && location.startsWith('/user/security')) return 'no'
  if (status === 401 || status === 403) return 'no'
  if (status === 404) return missingRecords.has(name) ? 'yes' : 'no'
  if (status === 302 && isElsewhere(row, location)) return 'moved'
  if (status === 200 && row.method === 'GET') return isClosedPage(name, text) ? 'no' : 'yes'
  return 'yes'
}

/** Whether the page shows only the reason why this person may not use it. */
function isClosedPage(name: string, text: string): boolean {
  if (/<h1[^>]*>(Please log in to [^<]+|Authentication Required)</.test(text)) return true
  return approvedOnly.has(name) && />Account (Pending Approval|Suspended)</.test(text)
}

/** Whether the route redirects to the team’s first page, to the other role’s pages, or away from the terms. */
function isElsewhere({ path, record, method }: AccessRow, location: string): boolean {
  const [, first = ''] = path.split('/')
  const [, target = ''] = location.split(/[/?]/)
  if (first === 'accept-terms') return target === 'profile'
  if (method === 'POST' && record) return false
  return ['user', 'expert'].includes(first) && ['user', 'expert', 'team'].includes(target) && target !== first
}
