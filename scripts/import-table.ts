/**
 * The import rules of ARCHITECTURE.md. Every import across folders is written `#folder/…`, so patterns on the import
 * text can enforce them.
 */
export type ImportRule = {
  /** The files that the rule applies to. */
  files: string[]
  /** The patterns of our own files that these files may import. All other patterns are forbidden. */
  may: string[]
  /** The packages that these files may import. Absent means any. */
  packages?: string[]
}

const pure = ['contract', 'rules', 'states', 'meter', 'text']

/**
 * The rooms of the domain, lowest first, each with the rooms that it may import. Imports only go downwards, so
 * there are no cycles; `import-table.test.ts` checks the order.
 */
export const roomsBelow: Record<string, string[]> = {
  audit: [],
  ledger: [],
  accounts: ['audit'],
  notifications: ['accounts'],
  content: ['audit', 'accounts'],
  mails: ['audit', 'accounts', 'ledger'],
  experts: ['audit', 'accounts', 'notifications'],
  'sign-in': ['audit', 'accounts', 'notifications', 'experts'],
  files: ['accounts', 'experts'],
  schedule: ['accounts', 'experts'],
  discovery: ['audit', 'accounts', 'content', 'experts', 'files'],
  wallet: ['ledger', 'accounts', 'notifications'],
  withdrawals: ['audit', 'ledger', 'accounts', 'notifications', 'experts', 'sign-in', 'wallet'],
  sessions: ['audit', 'accounts', 'notifications', 'experts', 'files', 'schedule', 'wallet'],
  boards: ['audit', 'accounts', 'files', 'sessions'],
  bookings: ['audit', 'accounts', 'notifications', 'experts', 'files', 'schedule', 'wallet', 'sessions'],
  requests: ['accounts', 'notifications', 'experts', 'files', 'schedule', 'discovery', 'wallet', 'sessions'],
  refunds: ['audit', 'accounts', 'notifications', 'wallet', 'sessions'],
  reviews: ['audit', 'accounts', 'notifications', 'experts', 'sessions', 'refunds'],
  tickets: ['audit', 'accounts', 'notifications', 'wallet', 'sessions', 'refunds'],
  applications: ['audit', 'accounts', 'notifications', 'experts', 'sign-in', 'files'],
  books: ['audit', 'ledger', 'accounts', 'notifications', 'wallet', 'sessions', 'bookings'],
  people: [
    'audit',
    'ledger',
    'accounts',
    'notifications',
    'experts',
    'sign-in',
    'wallet',
    'withdrawals',
    'sessions',
    'bookings',
    'requests',
    'reviews',
    'refunds',
  ],
}
const everyRoom = Object.keys(roomsBelow)
roomsBelow.privacy = everyRoom
roomsBelow.team = everyRoom

/** Files that every room may import. */
const sharedByRooms = [
  '#domain/content-version.server.ts',
  '#domain/context.server.ts',
  '#domain/in-transaction.server.ts',
  '#domain/privacy-part.server.ts',
  '#domain/contains-words.server.ts',
  '#domain/team-finder.server.ts',
]

function createRoomRules(room: string, below: string[]): ImportRule[] {
  const listPure = (name: string) => pure.map((file) => `#domain/${name}/${file}.ts`)
  const listServerFiles = (name: string) => [...listPure(name), `#domain/${name}/*.server.ts`]
  return [
    {
      files: pure.map((file) => `domain/${room}/${file}.ts`),
      may: ['#kernel/**', '#domain/policy.ts', ...listPure(room), ...below.flatMap(listPure)],
      // Boards are Yjs documents, in the browser as well.
      packages: room === 'boards' ? ['zod', 'yjs'] : ['zod'],
    },
    {
      files: [`domain/${room}/*.server.ts`],
      may: [
        '#kernel/**',
        ...sharedByRooms,
        '#domain/policy.ts',
        '#platform/db/schema.ts',
        '#platform/mail/layout.ts',
        `#domain/${room}/**`,
        '#platform/*/port.ts',
        '#platform/db/database.ts',
        ...below.flatMap(listServerFiles),
      ],
    },
  ]
}

/**
 * The rooms of `app`, lowest first, each with the rooms that it may import besides `base` and `ui`. Imports only go
 * to earlier rooms, so there are no cycles.
 */
export const appRooms: Record<string, string[]> = {
  ui: [],
  base: [],
  pages: [],
  notifications: [],
  account: [],
  wallet: [],
  reviews: [],
  experts: ['account'],
  schedule: ['experts'],
  withdrawals: ['wallet', 'experts'],
  boards: ['experts'],
  'call/devices': [],
  'call/engine': ['call/devices'],
  'call/chat': ['call/engine'],
  'call/controls': ['boards', 'call/devices', 'call/engine', 'call/chat'],
  'call/stage': ['notifications', 'wallet', 'experts', 'call/devices', 'call/engine', 'call/controls'],
  call: ['notifications', 'call/engine', 'call/stage'],
  requests: ['notifications', 'experts', 'schedule', 'call/engine'],
  sessions: [
    'account',
    'wallet',
    'reviews',
    'experts',
    'schedule',
    'boards',
    'call/devices',
    'call/engine',
    'call/chat',
  ],
  bookings: ['wallet', 'experts', 'schedule', 'call/devices', 'call/engine', 'sessions'],
  discovery: ['pages', 'notifications', 'reviews', 'experts', 'schedule'],
  dashboard: [
    'notifications',
    'wallet',
    'reviews',
    'experts',
    'schedule',
    'call/devices',
    'sessions',
    'bookings',
    'discovery',
  ],
  'team/base': ['sessions'],
  'team/audit': ['team/base'],
  'team/applications': ['sessions', 'team/base', 'team/audit'],
  'team/experts': ['team/base', 'team/audit', 'team/applications'],
  'team/withdrawals': ['withdrawals', 'team/base', 'team/audit'],
  'team/sessions': ['reviews', 'boards', 'call/chat', 'sessions', 'team/base', 'team/audit'],
  'team/live': ['sessions', 'team/base', 'team/sessions'],
  'team/tickets': ['team/base', 'team/audit', 'team/sessions'],
  'team/people': ['reviews', 'sessions', 'team/base', 'team/audit'],
  'team/pairs': ['team/base'],
  'team/reviews': ['reviews', 'team/base', 'team/audit', 'team/people'],
  'team/books': ['team/base'],
  'team/content': ['team/base'],
  'team/mails': ['team/base'],
  'team/members': ['team/base'],
  'team/search': ['team/base'],
  'team/settings': ['team/base'],
  'team/find': ['sessions', 'withdrawals', 'team/base', 'team/experts', 'team/tickets', 'team/people'],
  'team/shell': ['team/base', 'team/find'],
}

const contracts = ['#domain/policy.ts', ...pure.map((file) => `#domain/*/${file}.ts`)]

/** Files that browser code may import. */
const forBrowsers = [
  '#kernel/**',
  ...contracts,
  '#live/client.ts',
  '#live/read-message.ts',
  '#live/protocol.ts',
  '#live/signal.ts',
]
const noRoutes = ['!#app/**/*.route.ts', '!#app/**/*.route.tsx']
const noServerFiles = ['!#app/**/*.server.ts', ...noRoutes]

function createAppRoomRules(room: string, below: string[]): ImportRule[] {
  if (room === 'ui') return [{ files: ['app/ui/**'], may: ['#kernel/**', '#app/ui/**'] }]
  // Only the files of `call` itself, not those of its subfolders.
  const files = room === 'call' ? 'app/call/*' : `app/${room}/**/*`
  const base = room === 'base' ? [] : ['base']
  const roomPatterns = [...new Set(['ui', ...base, ...below, room])].map((name) =>
    name === 'call' ? '#app/call/*' : `#app/${name}/**`,
  )
  return [
    { files: [files], may: [...forBrowsers, ...roomPatterns, ...noServerFiles] },
    {
      files: [`${files}.server.ts`, `${files}.route.ts`, `${files}.route.tsx`],
      may: [...forBrowsers, '#domain/**', ...roomPatterns, ...noRoutes],
    },
  ]
}

/** React Router expects these files outside the rooms. */
function createShellRules(): ImportRule[] {
  return [
    { files: ['app/*', 'app/shell/**'], may: [...forBrowsers, '#app/**', ...noServerFiles] },
    {
      files: ['app/root.tsx', 'app/entry.server.tsx', 'app/shell/**/*.route.ts', 'app/shell/**/*.route.tsx'],
      may: [...forBrowsers, '#domain/**', '#app/**', ...noRoutes],
    },
  ]
}

const serverMay = ['#kernel/**', '#domain/**', '#platform/**', '#live/**', '#app/**', '#server/**']

export const importTable: ImportRule[] = [
  { files: ['kernel/*.ts'], may: ['#kernel/**'], packages: ['zod'] },
  ...Object.entries(roomsBelow).flatMap(([room, below]) => createRoomRules(room, below)),
  { files: ['domain/policy.ts'], may: ['#kernel/**'], packages: [] },
  {
    files: ['contains-words', 'content-version', 'context', 'in-transaction', 'privacy-part', 'team-finder'].map(
      (name) => `domain/${name}.server.ts`,
    ),
    may: [
      '#kernel/**',
      '#domain/policy.ts',
      '#domain/context.server.ts',
      '#platform/db/database.ts',
      '#platform/*/port.ts',
    ],
  },
  { files: ['platform/**/*.ts'], may: ['#kernel/**', '#platform/**'] },
  {
    files: ['protocol', 'signal', 'client', 'read-message', 'close-codes', 'page'].map((name) => `live/${name}.ts`),
    may: ['#kernel/**', '#live/protocol.ts', '#live/close-codes.ts', '#live/page.ts', ...contracts],
  },
  { files: ['live/*.server.ts'], may: ['#kernel/**', '#domain/**', '#platform/*/port.ts', '#live/**'] },
  ...Object.entries(appRooms).flatMap(([room, below]) => createAppRoomRules(room, below)),
  ...createShellRules(),
  { files: ['server/**'], may: serverMay },
  // The only server file that starts the demo.
  { files: ['server/main.ts'], may: [...serverMay, '#demo/fill-demo.ts', '#demo/cast.ts'] },
  {
    files: ['demo/{people,past,portraits}/**', 'demo/{cast,seed-demo}.ts'],
    may: [
      '#kernel/**',
      '#domain/**',
      '#platform/*/port.ts',
      '#live/meters.server.ts',
      // For the drawings of past calls.
      '#app/boards/document/**',
      '#demo/**',
    ],
  },
]
