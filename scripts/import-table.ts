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

/** A room may import the rooms that stand before it in this list of its own, and no other. */
const roomsUpstream: Record<string, string[]> = {
  audit: [],
  ledger: [],
  notifications: [],
  wallet: ['notifications', 'ledger', 'accounts'],
  accounts: ['notifications', 'audit'],
  experts: ['notifications', 'audit', 'accounts'],
  discovery: ['accounts', 'content', 'experts'],
  sessions: ['notifications', 'audit', 'accounts', 'experts', 'wallet'],
  withdrawals: ['notifications', 'audit', 'ledger', 'wallet', 'accounts', 'experts'],
  reviews: ['notifications', 'audit', 'accounts', 'experts', 'sessions'],
  refunds: ['notifications', 'audit', 'accounts', 'wallet', 'sessions'],
  tickets: ['notifications', 'audit', 'accounts', 'wallet', 'sessions', 'refunds'],
  applications: ['notifications', 'audit', 'accounts', 'experts', 'sessions'],
  people: [
    'notifications',
    'audit',
    'accounts',
    'wallet',
    'sessions',
    'bookings',
    'withdrawals',
    'reviews',
    'refunds',
  ],
  books: ['notifications', 'audit', 'ledger', 'accounts', 'wallet'],
  content: ['audit', 'accounts'],
  mails: ['audit', 'accounts', 'ledger'],
  bookings: ['notifications', 'audit', 'accounts', 'experts', 'wallet', 'sessions'],
  team: [
    'notifications',
    'audit',
    'ledger',
    'accounts',
    'experts',
    'discovery',
    'sessions',
    'wallet',
    'withdrawals',
    'reviews',
    'refunds',
    'tickets',
    'applications',
    'people',
    'books',
    'content',
    'mails',
    'bookings',
  ],
}

function rowsOfRoom(room: string, upstream: string[]): ImportRule[] {
  const own = `#domain/${room}/`
  const pureOf = (name: string) => pure.map((file) => `#domain/${name}/${file}.ts`)
  const verbsOf = (name: string) => [...pureOf(name), `#domain/${name}/*.server.ts`]
  return [
    {
      files: pure.map((file) => `domain/${room}/${file}.ts`),
      may: ['#kernel/**', '#domain/policy.ts', ...pureOf(room), ...upstream.flatMap(pureOf)],
      packages: ['zod'],
    },
    {
      files: [`domain/${room}/*.server.ts`],
      may: [
        '#kernel/**',
        '#domain/context.server.ts',
        '#domain/policy.ts',
        '#platform/db/schema.ts',
        '#platform/mail/layout.ts',
        `${own}**`,
        '#platform/*/port.ts',
        '#platform/db/database.ts',
        ...upstream.flatMap(verbsOf),
      ],
    },
  ]
}

const contracts = ['#domain/policy.ts', ...pure.map((file) => `#domain/*/${file}.ts`)]

export const importTable: ImportRule[] = [
  { files: ['kernel/*.ts'], may: ['#kernel/**'], packages: ['zod'] },
  ...Object.entries(roomsUpstream).flatMap(([room, upstream]) => rowsOfRoom(room, upstream)),
  { files: ['domain/policy.ts'], may: ['#kernel/**'], packages: [] },
  {
    files: ['domain/context.server.ts'],
    may: ['#kernel/**', '#domain/policy.ts', '#platform/db/database.ts', '#platform/*/port.ts'],
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
