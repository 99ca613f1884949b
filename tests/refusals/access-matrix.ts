import { readdirSync } from 'node:fs'
import { workerPath } from '#app/notifications/push/paths.ts'
import { type Actor, policies, type Policy } from '#domain/policy.ts'
import { livePath } from '#live/gateway.server.ts'
import { securityTextPath } from '#server/security-text.ts'
import { type AccessRole, accessRoles, withoutSecondFactor } from '#tests/refusals/access-roles.ts'
import { listHandlers, routes } from '#tests/refusals/handlers.ts'

/** 'own': only for their own records. 'moved': the page is for another role, so they are redirected to their own. */
export type Access = 'yes' | 'no' | 'own' | 'moved'

export type AccessRow = {
  method: 'GET' | 'POST' | 'SOCKET'
  path: string
  /** The route's file, or the part of the server that answers. */
  file: string
  policy: string
  /** The kind of record in the path, if only its owners may see it. */
  record: RecordKind | null
  access: Record<string, Access>
}

export const recordKinds = ['session', 'chat', 'file', 'booking', 'payment', 'notification'] as const
export type RecordKind = (typeof recordKinds)[number]

/** The people who can own such a record, and those who can read all of them. */
const ownersOf: Record<RecordKind, { owners: Policy[]; readers?: Policy }> = {
  session: { owners: ['student', 'expert'] },
  chat: { owners: ['student', 'expert'], readers: 'supportPeople' },
  file: { owners: ['student', 'expert'], readers: 'supportPeople' },
  booking: { owners: ['student', 'expert'] },
  payment: { owners: ['student'] },
  notification: { owners: ['signedIn'] },
}

/** Paths to records with owners. Every other path with a parameter is in `openPaths`, except below `/team/`. */
export const ownedPaths: Record<string, RecordKind> = {
  '/user/sessions/:id': 'session',
  '/expert/sessions/:id': 'session',
  '/sessions/:id/messages': 'chat',
  '/sessions/:id/step': 'session',
  '/sessions/:id/alternatives': 'session',
  '/sessions/:id/file': 'file',
  '/user/bookings/:id': 'booking',
  '/expert/bookings/:id': 'booking',
  '/bookings/:id/step': 'booking',
  '/bookings/:id/calendar.ics': 'booking',
  '/user/wallet/pay/:id': 'payment',
  '/notifications/:id': 'notification',
}

/** Paths to records without an owner, each with the reason: everybody whom the policy allows may see them. */
export const openPaths: Record<string, string> = {
  '/reset-password/:token': 'the token is the proof',
  '/confirm-email/:token': 'the token is the proof',
  '/expert/:id': 'public',
  '/expert/details/:id': 'public',
  '/expert/details/:id/book': 'public',
  '/expert/:id/share.png': 'public',
  '/photos/*': 'public',
  '/application-documents/:id': 'of the team',
  '/*': 'page not found',
}

/** Pages with one address for students and one for experts: each address with the people who stay there. */
const addresses: Record<string, Policy[]> = {
  '/user/security': ['student', 'teamMember'],
  '/expert/security': ['expert'],
  '/user/sessions': ['student'],
  '/expert/sessions': ['expert'],
  '/user/sessions/:id': ['student'],
  '/expert/sessions/:id': ['expert'],
  '/user/bookings/:id': ['student'],
  '/expert/bookings/:id': ['expert'],
}

/** Not for unapproved experts, although the policy of the route allows them: the page says so, or the verb refuses. */
export const approvedOnly = new Set([
  'GET /expert/sessions',
  'GET /expert/sessions/:id',
  'GET /expert/bookings/:id',
  'GET /expert/schedule',
  'POST /expert/wallet',
])

/** Paths that the server answers without the router. `token` means the operator's token, which no role has. */
export const plainRoutes: { method: 'GET' | 'SOCKET'; path: string; file: string; policy: 'anyone' | 'token' }[] = [
  { method: 'GET', path: '/healthz', file: 'server/health.ts', policy: 'anyone' },
  { method: 'GET', path: '/readyz', file: 'server/health.ts', policy: 'anyone' },
  { method: 'GET', path: '/metrics', file: 'server/health.ts', policy: 'token' },
  { method: 'GET', path: securityTextPath, file: 'server/security-text.ts', policy: 'anyone' },
  ...['/assets/*', workerPath, '/licences.txt', ...readdirSync('public').map((name) => `/${name}`)].map((path) => ({
    method: 'GET' as const,
    path,
    file: 'server/assets.ts',
    policy: 'anyone' as const,
  })),
  // Each message and topic of the socket has its own policy: live/policy.server.ts.
  { method: 'SOCKET', path: livePath, file: 'live/gateway.server.ts', policy: 'anyone' },
]

/** The columns of the matrix. */
export const columns: Record<string, AccessRole> = { ...accessRoles, 'team without second factor': withoutSecondFactor }

/** Every handler of the product with the people who may use it, predicted from the policies. */
export function listAccess(): AccessRow[] {
  const handled = routes.flatMap(({ path, file }) =>
    [...listHandlers(file), ...pageWithoutLoader(file)].map(({ kind, policy }) =>
      createRow({ method: kind === 'loader' ? 'GET' : 'POST', path, file, policy: policy as Policy }),
    ),
  )
  const plain = plainRoutes.map((route) => createRow(route))
  // The gallery of components exists in development only.
  const rows = [...handled, ...plain].filter(({ path }) => path !== '/gallery')
  return rows.toSorted((one, other) => compare(one.path, other.path) || compare(one.method, other.method))
}

/** A page without a loader has nothing to refuse. */
function pageWithoutLoader(file: string): { kind: string; policy: Policy }[] {
  const isPage = file.endsWith('.tsx') && file !== 'app/shell/screens.route.tsx'
  const hasLoader = listHandlers(file).some(({ kind }) => kind === 'loader')
  return isPage && !hasLoader ? [{ kind: 'loader', policy: 'anyone' }] : []
}

function createRow(route: Omit<AccessRow, 'access' | 'record' | 'policy'> & { policy: Policy | 'token' }): AccessRow {
  const record = ownedPaths[route.path] ?? null
  const access = Object.entries(columns).map(([name, { actor }]) => [name, accessOf({ ...route, record }, actor)])
  return { ...route, record, access: Object.fromEntries(access) }
}

function accessOf(row: Pick<AccessRow, 'method' | 'path' | 'record' | 'policy'>, actor: Actor): Access {
  if (row.policy === 'token' || !policies[row.policy as Policy](actor)) return 'no'
  const stay = row.method === 'GET' ? addresses[row.path] : undefined
  if (stay && !stay.some((policy) => policies[policy](actor))) return 'moved'
  if (approvedOnly.has(`${row.method} ${row.path}`) && !policies.approvedExpert(actor)) return 'no'
  if (!row.record) return 'yes'
  const { owners, readers } = ownersOf[row.record]
  if (readers && row.method === 'GET' && policies[readers](actor)) return 'yes'
  return owners.some((policy) => policies[policy](actor)) ? 'own' : 'no'
}

const cells: Record<Access, string> = { yes: 'yes', no: '·', own: 'own', moved: '→' }

/** docs/access.md. */
export function writeAccessPage(): string {
  const names = Object.keys(columns)
  const heads = names.map((name) => `\`${columns[name]?.column}\` ${name}`)
  const rows = listAccess().map(({ method, path, policy, record, access }) => {
    const name = `${method} ${path}${record ? ` (${record})` : ''}`
    return `| ${[name, policy, ...names.map((role) => cells[access[role] ?? 'no'])].join(' | ')} |`
  })
  return [
    '# Access matrix',
    '',
    'Written by `npm run access-matrix` from the policies of all routes (`domain/policy.ts`). `npm test` compares this',
    'page with them, sends every request as each role to a running product, and crawls it for addresses that are not',
    'here (`tests/refusals/access-over-http.test.ts`).',
    '',
    '**yes**: allowed. **own**: for their own records; those of others are not found. **→**: sent to the same page at',
    'the address of their role. **·**: refused: asked to log in or to accept the terms, 403, or not found.',
    '',
    `Columns: ${heads.join(', ')}. A suspended student has no sign-in left.`.replace(/(.{80,112}) /g, '$1\n'),
    '',
    'A verb may refuse more than its route: experts who are not approved may send the forms of their pages, but not go',
    'online, accept, teach or be paid (`approvedExpert` in `domain/`).',
    '',
    'A GET is a page or its data, a POST is any request that changes something. The token of `/metrics` belongs to the',
    'operator. Messages and topics of the socket have policies of their own: `live/policy.server.ts`.',
    '',
    `| request | policy | ${names.map((name) => columns[name]?.column).join(' | ')} |`,
    `|---|---|${names.map(() => '---').join('|')}|`,
    // A layout has the same row as its first page.
    ...new Set(rows),
    '',
  ].join('\n')
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
