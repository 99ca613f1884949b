/** The types of system-packages.mjs for TypeScript files; that file must stay JavaScript to run under Node 20. */
export function findChromium(): string
export function findWholeChromium(): string | undefined
export function ensureTurnserver(): void
export function ensureRedis(): void
export function ensureProxy(): void
/** The program and its environment, or nothing where it is missing. */
export function findClamd(): { path: string; env: NodeJS.ProcessEnv } | undefined
/** The path of the program, or nothing where it is missing. */
export function findNginx(): string | undefined
export function findPromtool(): string | undefined
export function ensureNetworkTools(): void
/** The path of the program, or nothing where it cannot be installed. */
export function ensureWapiti(): string | undefined
export function ensureSqlmap(): string | undefined
