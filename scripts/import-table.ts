/**
 * Who may import whom, as ARCHITECTURE.md draws it. Every import across folders is written `#folder/…`, so the table
 * can be held by patterns on the text of the import alone.
 */
export type ImportRule = {
  /** The files that the row speaks of. */
  files: string[]
  /** What they may import of our own, as patterns; everything else of ours is forbidden. */
  may: string[]
  /** Packages they may import; absent means any. */
  packages?: string[]
}

const pure = ['contract', 'rules', 'states', 'meter', 'words']

/**
 * The rooms of the domain, the lowest floor first, each with the rooms that it may import. A room stands above all that it names, so
 * there is no circle; `import-table.test.ts` holds the order.
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
  discovery: ['accounts', 'content', 'experts', 'files'],
  wallet: ['ledger', 'accounts', 'notifications'],
  withdrawals: ['audit', 'ledger', 'accounts', 'notifications', 'experts', 'sign-in', 'wallet'],
  sessions: ['audit', 'accounts', 'notifications', 'experts', 'files', 'schedule', 'wallet'],
  bookings: ['audit', 'accounts', 'notifications', 'experts', 'files', 'schedule', 'wallet', 'sessions'],
  reviews: ['audit', 'accounts', 'notifications', 'experts', 'sessions'],
  refunds: ['audit', 'accounts', 'notifications', 'wallet', 'sessions'],
  tickets: ['audit', 'accounts', 'notifications', 'wallet', 'sessions', 'refunds'],
  applications: ['audit', 'accounts', 'notifications', 'experts', 'sign-in', 'files'],
  books: ['audit', 'ledger', 'accounts', 'notifications', 'wallet', 'sessions', 'bookings'],
  people: [
    'audit',
    'ledger',
    'accounts',
    'notifications',
    'experts',
    'wallet',
    'withdrawals',
    'sessions',
    'bookings',
    'reviews',
    'refunds',
  ],
}
const everyRoom = Object.keys(roomsBelow)
roomsBelow.privacy = everyRoom
roomsBelow.team = everyRoom

/** What every room may use. */
const sharedByRooms = [
  '#domain/context.server.ts',
  '#domain/in-transaction.server.ts',
  '#domain/privacy-part.server.ts',
]

function rowsOfRoom(room: string, below: string[]): ImportRule[] {
  const own = `#domain/${room}/`
  const pureOf = (name: string) => pure.map((file) => `#domain/${name}/${file}.ts`)
  const verbsOf = (name: string) => [...pureOf(name), `#domain/${name}/*.server.ts`]
  return [
    {
      files: pure.map((file) => `domain/${room}/${file}.ts`),
      may: ['#kernel/**', '#domain/policy.ts', ...pureOf(room), ...below.flatMap(pureOf)],
      packages: ['zod'],
    },
    {
      files: [`domain/${room}/*.server.ts`],
      may: [
        '#kernel/**',
        ...sharedByRooms,
        '#domain/policy.ts',
        '#platform/db/schema.ts',
        '#platform/mail/layout.ts',
        `${own}**`,
        '#platform/*/port.ts',
        '#platform/db/database.ts',
        ...below.flatMap(verbsOf),
      ],
    },
  ]
}

const contracts = ['#domain/policy.ts', ...pure.map((file) => `#domain/*/${file}.ts`)]

export const importTable: ImportRule[] = [
  { files: ['kernel/*.ts'], may: ['#kernel/**'], packages: ['zod'] },
  ...Object.entries(roomsBelow).flatMap(([room, below]) => rowsOfRoom(room, below)),
  { files: ['domain/policy.ts'], may: ['#kernel/**'], packages: [] },
  {
    files: ['domain/context.server.ts', 'domain/in-transaction.server.ts', 'domain/privacy-part.server.ts'],
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
    files: ['protocol', 'signal', 'client', 'read-message', 'close-codes', 'page'].map(
      (name) => `live/${name}.ts`,
    ),
    may: ['#kernel/**', '#live/protocol.ts', '#live/close-codes.ts', '#live/page.ts', ...contracts],
  },
  { files: ['live/*.server.ts'], may: ['#kernel/**', '#domain/**', '#platform/*/port.ts', '#live/**'] },
  { files: ['app/ui/**'], may: ['#kernel/**', '#app/ui/**'] },
  {
    files: ['app/features/**', 'app/*.ts'],
    may: [
      '#kernel/**',
      '#app/**',
      '!#app/routes/**',
      '!#app/*.server.ts',
      ...contracts,
      '#live/client.ts',
      '#live/read-message.ts',
      '#live/protocol.ts',
      '#live/signal.ts',
    ],
  },
  {
    files: ['app/routes/**', 'app/*.tsx', 'app/*.server.ts'],
    may: ['#kernel/**', '#app/**', '#domain/**', '#live/client.ts'],
  },
  {
    files: ['seeds/**'],
    may: ['#kernel/**', '#domain/**', '#platform/*/port.ts', '#live/meters.server.ts', '#seeds/**'],
  },
]
