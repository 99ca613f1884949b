/**
 * Limits of the product’s cost, asserted by tests. Raise a figure in the commit that needs it and say why. 1 kB
 * is 1,000 bytes after gzip. A pair limits what a page runs before and on the first interaction (movement, tap or key).
 * Prefetched files count when they run. A page with a single figure loads everything immediately.
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

/**
 * By viewer and path. Where the screens differ by width, the figures are for a phone. Boards and code pads have added
 * 0.4 kB of style to every page. Pages of signed-in people have 0.1 kB so that a call continues when its code cannot be
 * loaded. Every page has 0.2 kB so that it stays open when a form cannot be sent. The dashboard of an expert has two files
 * of the first steps.
 */
export const pageBudgets: Record<Viewer, Record<string, PageBudget>> = {
  visitor: {
    '/': { scriptKb: [0, 133], htmlKb: 29, requests: [4, 16], statements: 3 },
    '/experts': { scriptKb: [2, 135], htmlKb: 41, requests: [5, 17], statements: 2 },
    '/expert/details/{id}': { scriptKb: [2, 135], htmlKb: 31, requests: [6, 19], statements: 11 },
    '/expert/{id}': { scriptKb: [2, 134], htmlKb: 28, requests: [6, 19], statements: 8 },
    '/how-it-works': { scriptKb: [0, 127], htmlKb: 26, requests: [4, 17], statements: 1 },
    '/expert-apply': { scriptKb: [0, 124], htmlKb: 25, requests: [4, 13], statements: 2 },
    '/terms': { scriptKb: [0, 126], htmlKb: 26, requests: [4, 13], statements: 0 },
    '/privacy': { scriptKb: [0, 126], htmlKb: 25, requests: [4, 13], statements: 0 },
    '/cookies': { scriptKb: [0, 126], htmlKb: 25, requests: [4, 14], statements: 0 },
    '/login': { scriptKb: 128, htmlKb: 23, requests: 18, statements: 0 },
    '/register': { scriptKb: 127, htmlKb: 23, requests: 18, statements: 0 },
  },
  asha: {
    '/user/wallet': { scriptKb: 153, htmlKb: 30, requests: 38, statements: 11 },
    '/user/sessions': { scriptKb: 175, htmlKb: 29, requests: 35, statements: 8 },
  },
  ravi: {
    // Both show the busy times of another calendar. The schedule also connects calendars: two cards with their forms. The
    // navigation of experts has 2 kB, 1 request and 1 statement. Today on the dashboard has 3 statements.
    '/expert/profile': { scriptKb: 212, htmlKb: 37, requests: 68, statements: 26 },
    '/expert/schedule': { scriptKb: 198, htmlKb: 36, requests: 43, statements: 18 },
  },
  meera: {
    '/team': { scriptKb: 171, htmlKb: 25, requests: 31, statements: 6 },
  },
}

/** One style sheet, inlined in every page. */
export const styleBudgetKb = 17

/** Scripts that a feature loads at its first use, beyond those of the page. */
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
    scriptKb: 5,
  },
  // Finds a place that covers no controls.
  toast: { on: '/experts', sources: ['app/ui/toaster.tsx'], scriptKb: 12 },
  'request dialog': {
    on: '/experts',
    // Includes the board of the earlier session when a question is asked again.
    sources: ['app/sessions/request/request-dialog.tsx'],
    scriptKb: 62,
  },
  'account in the request dialog': {
    on: '/experts',
    sources: ['app/account/account-step.tsx'],
    scriptKb: 6,
  },
  'money in the request dialog': {
    on: '/experts',
    sources: ['app/wallet/add-minutes-step.tsx'],
    scriptKb: 4,
  },
  // Reopening a lost camera, and lasting error texts at the controls, added 0.4 kB; parts with their own files, and the
  // report of the time to the first picture, 0.6 kB.
  call: {
    on: '/user/sessions',
    sources: ['app/call/engine/call.ts', 'app/call/call-overlay.tsx'],
    scriptKb: 93,
  },
  // Includes its style sheet. The fonts of a typical formula add 45 kB.
  formula: { on: '/user/sessions', sources: ['app/ui/drawn-formula.tsx'], scriptKb: 84 },
  // Everything that the first stroke needs, including 40 kB that the call has already loaded. The specification allows
  // 200 kB. Keyboard support of every tool takes 2 kB. Lasting error texts, and changes that are sent after the call,
  // take 2 kB.
  board: {
    on: '/user/sessions',
    sources: ['app/boards/screen/board-panel.tsx'],
    scriptKb: 97,
  },
  // The pages of a past session, without KaTeX, which only boards with formulas load. Parts with their own files added
  // 0.3 kB.
  'board of a past session': {
    on: '/user/sessions',
    sources: ['app/boards/saved/board-viewer.tsx', 'app/boards/saved/load-document.ts'],
    scriptKb: 60,
  },
  // Beside the board. pdf.js also loads its worker of 310 kB.
  'PDF on the board': { on: '/user/sessions', sources: ['app/boards/pictures/render-pdf.ts'], scriptKb: 134 },
}

/** SQL statements of the realtime layer, independent of the number of sockets and calls. */
export const liveBudgets = {
  /** A browser’s ping or call heartbeat. Each side of a call sends a heartbeat every two seconds. */
  statementsPerCallHeartbeat: 0,
  /** The server’s heartbeat every 30 seconds: checks which connections are still signed in. */
  statementsPerSocketCheck: 1,
  /** Saves the checkpoints of all calls and finds overdue sessions, every three to five seconds. */
  statementsPerCheckpoint: 10,
  /** Any number of calls that end together, with bills and notifications. */
  statementsPerEnd: 16,
  /** The figures of the database for Prometheus, at most every ten seconds. */
  statementsPerScrape: 8,
  /** The heartbeat of a node, every ten seconds. */
  statementsPerNodeHeartbeat: 5,
}

/**
 * The packages that `npm ci` installs on every platform. Sizes have some slack, because a patch release may grow.
 * Counts have none. The list of leaked passwords takes two packages and 2 MB.
 */
export const packageBudgets = {
  // Includes @simplewebauthn/server for passkeys, with its parsers for device certificates.
  // Boards need yjs, y-protocols and their two dependencies, perfect-freehand and pdf.js. The last is 38 MB, because it
  // contains several builds of itself. The code pad needs CodeMirror, which is in many packages, and formulas need KaTeX:
  // 15 packages with 9 MB.
  // ical.js reads the calendars of experts: 0.8 MB.
  running: { count: 259, megabytes: 165 },
  all: { count: 555, megabytes: 293 },
}
