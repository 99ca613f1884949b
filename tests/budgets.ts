/**
 * What the product may cost, asserted by tests. A change that needs more raises a figure here, in the same commit and with its
 * reason. kB are 1,000 bytes after gzip. A pair is before and after the first touch, which is a movement, a tap or a key; one
 * figure stands for both where a page loads everything at once.
 */
export type PageBudget = {
  scriptKb: number | [before: number, after: number]
  /** The document with its style. */
  htmlKb: number
  requests: number | [before: number, after: number]
  /** SQL, sent for the page when nothing of it is kept. */
  statements: number
}

export type Viewer = 'visitor' | 'asha' | 'ravi' | 'meera'

/** By who looks at them (anybody, the student, the expert, the team) and by address. */
export const pageBudgets: Record<Viewer, Record<string, PageBudget>> = {
  visitor: {
    '/': { scriptKb: [0, 186], htmlKb: 29, requests: [4, 41], statements: 3 },
    '/experts': { scriptKb: [3, 190], htmlKb: 41, requests: [5, 44], statements: 2 },
    '/expert/details/{id}': { scriptKb: [3, 197], htmlKb: 32, requests: [6, 62], statements: 11 },
    '/expert/{id}': { scriptKb: [3, 188], htmlKb: 28, requests: [6, 46], statements: 8 },
    '/how-it-works': { scriptKb: [0, 171], htmlKb: 25, requests: [4, 21], statements: 1 },
    '/expert-apply': { scriptKb: [0, 169], htmlKb: 24, requests: [4, 18], statements: 2 },
    '/terms': { scriptKb: [0, 171], htmlKb: 25, requests: [4, 16], statements: 0 },
    '/privacy': { scriptKb: [0, 170], htmlKb: 25, requests: [4, 16], statements: 0 },
    '/cookies': { scriptKb: [0, 169], htmlKb: 24, requests: [4, 16], statements: 0 },
    '/login': { scriptKb: 182, htmlKb: 23, requests: 30, statements: 0 },
    '/register': { scriptKb: 173, htmlKb: 23, requests: 27, statements: 0 },
  },
  asha: {
    '/user/wallet': { scriptKb: 185, htmlKb: 30, requests: 48, statements: 11 },
    '/user/sessions': { scriptKb: 182, htmlKb: 29, requests: 45, statements: 8 },
  },
  ravi: {
    '/expert/profile': { scriptKb: 219, htmlKb: 34, requests: 79, statements: 20 },
    '/expert/schedule': { scriptKb: 219, htmlKb: 33, requests: 50, statements: 13 },
  },
  meera: {
    '/team': { scriptKb: 174, htmlKb: 25, requests: 35, statements: 6 },
  },
}

/** One style sheet for all pages, which travels inside each. */
export const styleBudgetKb = 17

/** What is loaded when it is used, beyond what the page has by then. */
export type UseBudget = { on: string; sources: string[]; scriptKb: number }

export const useBudgets: Record<string, UseBudget> = {
  'live messages': { on: '/experts', sources: ['live/client.ts'], scriptKb: 4 },
  toast: { on: '/experts', sources: ['app/ui/toaster.tsx'], scriptKb: 11 },
  'request dialog': {
    on: '/experts',
    sources: ['app/features/request-session/request-dialog.tsx'],
    scriptKb: 37,
  },
  call: {
    on: '/user/sessions',
    sources: ['app/features/call/call.ts', 'app/features/call/desk.tsx'],
    scriptKb: 80,
  },
}

/** SQL that the realtime layer sends, whatever the number of sockets and calls. */
export const liveBudgets = {
  /** A browser's ping, and its beat in a call: every two seconds from each side. */
  statementsPerBeat: 0,
  /** The server's heartbeat, every 30 seconds: who of all that are here is still signed in. */
  statementsPerHeartbeat: 1,
  /** How all calls of a process stand is written down, and what should be over is looked for: every five seconds. */
  statementsPerCheckpoint: 10,
  /** A process says that it lives, every ten seconds. */
  statementsPerNodeBeat: 5,
}

/**
 * What `npm ci` brings to every kind of machine. Sizes have some slack, because a patch release of a package may grow without anybody
 * here having a say; counts have none.
 */
export const packageBudgets = {
  running: { count: 245, megabytes: 130 },
  all: { count: 648, megabytes: 372 },
}
