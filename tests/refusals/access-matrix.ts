import { readdirSync } from 'node:fs'
import { workerPath } from '#app/notifications/push/paths.ts'
import { type Actor, policies, type Policy } from '#domain/policy.ts'
import { livePath } from '#live/gateway.server.ts'
import { securityTextPath } from '#server/security-text.ts'
import { type AccessRole, accessRoles, withoutSecondFactor } from '#tests/refusals/access-roles.ts'
import { listHandlers, routes } from '#tests/refusals/handlers.ts'

/** 'own': only for own records. 'moved': the page is for another role, so it redirects to the person’s own page. */
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

export const recordKinds = [
  'session',
  'chat',
  'board',
  'prepared board',
  'file',
  'request',
  'booking',
  'payment',
  'notification',
] as const
export type RecordKind = (typeof recordKinds)[number]

/** The people who can own a record of this kind, and the people who can read all of them. */
const ownersOf: Record<RecordKind, { owners: Policy[]; readers?: Policy }> = {
  session: { owners: ['student', 'expert'] },
  chat: { owners: ['student', 'expert'] },
  board: { owners: ['student', 'expert'] },
  'prepared board': { owners: ['expert'] },
  file: { owners: ['student', 'expert'], readers: 'supportPeople' },
  request: { owners: ['student'] },
  booking: { owners: ['student', 'expert'] },
  payment: { owners: ['student'] },
  notification: { owners: ['signedIn'] },
}

/** Paths to records with owners. Every other path with a parameter is in `openPaths`, except below `/team/`. */
export const ownedPaths: Record<string, RecordKind> = {
  '/user/sessions/:id': 'session',
  '/expert/sessions/:id': 'session',
  '/sessions/:id/messages': 'chat',
  '/boards/:id/changes': 'board',
  '/boards/:id/copy': 'board',
  '/boards/:id/pictures': 'board',
  '/expert/boards/:id': 'prepared board',
  '/sessions/:id/step': 'session',
  '/sessions/:id/alternatives': 'session',
  '/sessions/:id/file': 'file',
  '/find-request/:id': 'request',
  '/find-request/:id/alternatives': 'request',
  '/user/bookings/:id': 'booking',
  '/expert/bookings/:id': 'booking',
  '/bookings/:id/step': 'booking',
  '/bookings/:id/calendar.ics': 'booking',
  '/user/wallet/pay/:id': 'payment',
  '/notifications/:id': 'notification',
}

/** Paths to records without an owner, each with the reason. Everyone whom the policy allows may see them. */
export const openPaths: Record<string, string> = {
  '/reset-password/:token': 'the token is the proof',
  '/confirm-email/:token': 'the token is the proof',
  '/calendars/:token': 'the token is the proof',
  '/expert/:id': 'public',
  '/expert/details/:id': 'public',
  '/expert/details/:id/book': 'public',
  '/expert/:id/share.png': 'public',
  '/photos/*': 'public',
  '/board-pictures/:id': 'the board of the picture decides',
  '/application-documents/:id': 'of the team',
  '/*': 'page not found',
}

/** Pages that students and experts have at different paths. Lists the people whom each path does not redirect. */
const pathsOfRoles: Record<string, Policy[]> = {
  '/user/security': ['student', 'teamMember'],
  '/expert/security': ['expert'],
  '/user/sessions': ['student'],
  '/expert/sessions': ['expert'],
  '/user/sessions/:id': ['student'],
  '/expert/sessions/:id': ['expert'],
  '/user/boards': ['student'],
  '/expert/boards': ['expert'],
  '/user/bookings/:id': ['student'],
  '/expert/bookings/:id': ['expert'],
}

/** Forms that redirect people to their own path. Elsewhere the verb refuses them. */
const movedForms = new Set(['/user/boards'])

/** Not for unapproved experts, although the route’s policy allows them: the page explains it, or the verb refuses. */
export const approvedOnly = new Set([
  'GET /expert/sessions',
  'GET /expert/sessions/:id',
  'GET /expert/boards',
  'GET /expert/boards/:id',
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

/** Lists every handler of the product with the people who may use it by its policy. */
export function listAccess(): AccessRow[] {
  const handled = routes.flatMap(({ path, file }) =>
    [...listHandlers(file), ...pageWithoutLoader(file)].map(({ kind, policy }) =>
      createRow({ method: kind === 'loader' ? 'GET' : 'POST', path, file, policy: policy as Policy }),
    ),
  )
  const plain = plainRoutes.map((route) => createRow(route))
  // The gallery of components exists in development only.
  const rows = [...handled, ...plain].filter(({ path }) => path !== '/gallery')
  return rows.toSorted((a, b) => compare(a.path, b.path) || compare(a.method, b.method))
}

/** A page without a loader is open to anyone. */
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
  const stay = row.method === 'GET' || movedForms.has(row.path) ? pathsOfRoles[row.path] : undefined
  if (stay && !stay.some((policy) => policies[policy](actor))) return 'moved'
  if (approvedOnly.has(`${row.method} ${row.path}`) && !policies.approvedExpert(actor)) return 'no'
  if (!row.record) return 'yes'
  const { owners, readers } = ownersOf[row.record]
  if (readers && row.method === 'GET' && policies[readers](actor)) return 'yes'
  return owners.some((policy) => policies[policy](actor)) ? 'own' : 'no'
}

const cells: Record<Access, string> = { yes: 'yes', no: '·', own: 'own', moved: '→' }

/** Returns the text of docs/access.md. */
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
    '`npm run access-matrix` writes this page from the policies of all routes (`domain/policy.ts`). `npm test` fails',
    'if the page is out of date. It also sends every request as each role to a running product, and crawls the product',
    'for paths that are missing here (`tests/refusals/access-over-http.test.ts`).',
    '',
    '- **yes**: allowed.',
    '- **own**: allowed for own records. Records of others are not found.',
    '- **→**: redirected to the same page at the path of the role.',
    '- **·**: refused, by a redirect to the login or to the terms, by 403, or by 404.',
    '',
    `Columns: ${heads.join(', ')}. Suspension ends all sign-ins of a student.`.replace(/(.{80,112}) /g, '$1\n'),
    '',
    'A verb may refuse more than its route. For example, unapproved experts may send the forms of their pages, but they',
    'cannot go online, accept calls, teach or be paid (`approvedExpert` in `domain/`).',
    '',
    'GET reads a page or its data. POST stands for every request that changes something. The token of `/metrics` belongs',
    'to the operator. Messages and topics of the socket have their own policies: `live/policy.server.ts`.',
    '',
    `| request | policy | ${names.map((name) => columns[name]?.column).join(' | ')} |`,
    `|---|---|${names.map(() => '---').join('|')}|`,
    // A layout has the same row as its first page.
    ...new Set(rows),
    '',
  ].join('\n')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
