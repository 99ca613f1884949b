/**
 * Limits of the product’s cost, asserted by tests. Raise a figure in the commit that needs it and say why. kB
 * are 1,000 bytes after gzip. A pair is what a page loads before and on the first interaction (movement, tap or key);
 * a single figure means that the page loads everything immediately.
 */
type PageBudget = {
  scriptKb: number | [before: number, after: number]
  /** The document, including its styles. */
  htmlKb: number
  requests: number | [before: number, after: number]
  /** SQL statements of the page without any cache. */
  statements: number
}

export type Viewer = 'visitor' | 'asha' | 'ravi' | 'meera'

/** By viewer (visitor, student, expert, team) and path; for a phone where screens differ. */
export const pageBudgets: Record<Viewer, Record<string, PageBudget>> = {
  visitor: {
    '/': { scriptKb: [0, 133], htmlKb: 29, requests: [4, 16], statements: 3 },
    '/experts': { scriptKb: [2, 135], htmlKb: 41, requests: [5, 17], statements: 2 },
    '/expert/details/{id}': { scriptKb: [2, 135], htmlKb: 31, requests: [6, 19], statements: 11 },
    '/expert/{id}': { scriptKb: [2, 134], htmlKb: 28, requests: [6, 19], statements: 8 },
    '/how-it-works': { scriptKb: [0, 128], htmlKb: 25, requests: [4, 18], statements: 1 },
    '/expert-apply': { scriptKb: [0, 125], htmlKb: 24, requests: [4, 13], statements: 2 },
    '/terms': { scriptKb: [0, 126], htmlKb: 25, requests: [4, 13], statements: 0 },
    '/privacy': { scriptKb: [0, 126], htmlKb: 25, requests: [4, 13], statements: 0 },
    '/cookies': { scriptKb: [0, 125], htmlKb: 24, requests: [4, 13], statements: 0 },
    '/login': { scriptKb: 128, htmlKb: 23, requests: 20, statements: 0 },
    '/register': { scriptKb: 127, htmlKb: 23, requests: 19, statements: 0 },
  },
  asha: {
    '/user/wallet': { scriptKb: 148, htmlKb: 29, requests: 37, statements: 11 },
    '/user/sessions': { scriptKb: 172, htmlKb: 29, requests: 36, statements: 8 },
  },
  ravi: {
    '/expert/profile': { scriptKb: 194, htmlKb: 34, requests: 61, statements: 20 },
    '/expert/schedule': { scriptKb: 186, htmlKb: 33, requests: 40, statements: 13 },
  },
  meera: {
    '/team': { scriptKb: 167, htmlKb: 24, requests: 31, statements: 6 },
  },
}

/** One style sheet, inlined in every page. */
export const styleBudgetKb = 17

/** Scripts loaded on use, beyond what the page has loaded by then. */
type UseBudget = { on: string; sources: string[]; scriptKb: number }

export const useBudgets: Record<string, UseBudget> = {
  'live messages for visitors': {
    on: '/experts',
    sources: ['app/base/live/connect-page.ts'],
    scriptKb: 2,
  },
  'live messages': {
    on: '/user/sessions',
    sources: ['app/base/live/connect-page.ts', 'live/read-message.ts'],
    scriptKb: 5,
  },
  'filters beside the results': {
    on: '/experts',
    sources: ['app/discovery/listing/filter-fields.tsx'],
    scriptKb: 6,
  },
  toast: { on: '/experts', sources: ['app/ui/toaster.tsx'], scriptKb: 11 },
  'request dialog': {
    on: '/experts',
    sources: ['app/sessions/request/request-dialog.tsx'],
    scriptKb: 58,
  },
  call: {
    on: '/user/sessions',
    sources: ['app/call/engine/call.ts', 'app/call/call-overlay.tsx'],
    scriptKb: 80,
  },
}

/** SQL statements of the realtime layer, independent of the number of sockets and calls. */
export const liveBudgets = {
  /** A browser’s ping, and its call heartbeat every two seconds from each side. */
  statementsPerBeat: 0,
  /** The server’s heartbeat every 30 seconds: checks which connections are still signed in. */
  statementsPerHeartbeat: 1,
  /** Saving the checkpoints of all calls and searching for overdue ones, every three to five seconds. */
  statementsPerCheckpoint: 10,
  /** Any number of calls that end together, with bills and notifications. */
  statementsPerEnd: 16,
  /** The heartbeat of a process, every ten seconds. */
  statementsPerNodeBeat: 5,
}

/**
 * The packages that `npm ci` installs on every platform. Sizes have some slack, because a patch release may grow;
 * counts have none. The list of leaked passwords takes two packages and 2 MB.
 */
export const packageBudgets = {
  // Passkeys: @simplewebauthn/server brings readers for the certificates of devices.
  running: { count: 237, megabytes: 111 },
  all: { count: 657, megabytes: 380 },
}
