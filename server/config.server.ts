import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { type CallTimes, callTimes } from '#domain/sessions/rules.ts'
import type { Payouts } from '#domain/withdrawals/contract.ts'
import type { Product } from '#kernel/product.ts'
import { CannotStart } from '#platform/cannot-start.ts'
import type { CalendarSettings } from '#platform/calendars/calendars.ts'
import { type DataKey, readDataKeys } from '#platform/sealing/aes-gcm.ts'
import type { PushSettings } from '#platform/push/web-push.ts'
import type { PaymentSettings } from '#platform/payments/open.ts'
import type { StorageSettings } from '#platform/storage/open.ts'
import type { ScannerSettings } from '#platform/scanner/clamd.ts'
import type { TurnSettings } from '#platform/turn/shared-secret.ts'

export type Config = {
  host: string
  port: number
  dataDir: string
  /** Absent: the embedded PostgreSQL with demo data, on loopback only. */
  databaseUrl: string | undefined
  /** The role for migrations, when it differs from the product's role. */
  databaseOwnerUrl: string | undefined
  /** The database without a pooler, for notifications, locks and the job queue. */
  databaseDirectUrl: string | undefined
  /** The bus between nodes. Absent: messages go through the database. */
  redisUrl: string | undefined
  /** The number of connections that pages and calls share. */
  databaseConnections: number
  /** The number of concurrent jobs. */
  jobsAtOnce: number
  /** How long a stopping node still serves while /readyz fails, until the load balancer sends it no more requests. */
  drainMs: number
  /** Whether no other node runs. Then calls of an earlier process may be taken over immediately. */
  isOnlyNode: boolean
  databaseDurability: 'required' | 'off'
  /** Keys that seal bank details and authenticators. Absent only in the embedded mode, which creates its own key. */
  dataKeys: DataKey[] | undefined
  /** Whether team members need an authenticator. Not in the embedded demo, which runs on this machine only. */
  secondFactorRequired: boolean
  /**
   * The target of processed withdrawals. Without a payment provider they are closed, because invented money must not be
   * paid out.
   */
  payouts: Payouts
  trustedProxies: string[]
  logLevel: (typeof logLevels)[number]
  metrics: { host: string; port: number } | { token: string } | undefined
  /** Set by systemd for a unit with `Type=notify`. With `WatchdogSec`, it expects messages within `watchdogMs`. */
  serviceManager: { watchdogMs: number | undefined } | undefined
  /** Whether browsers must use https for all subdomains of the product's host, too. */
  hstsSubdomains: boolean
  /** Without an SMTP URL, mails become files in the data folder. */
  mail: { smtpUrl: string | undefined; from: string }
  storage: StorageSettings
  /** The payment provider. With `demo` on a real server, invented money may not be paid out. */
  payments: PaymentSettings
  /** How long a call rings and how long a minute is. Tests of the embedded demo may shorten the minute. */
  callTimes: CallTimes
  /** The STUN and TURN servers of calls. Without them, browsers connect only on one machine or network. */
  turn: TurnSettings
  push: PushSettings
  calendars: CalendarSettings
  /** ClamAV, which checks uploaded documents. */
  scanner: ScannerSettings | undefined
  product: Product
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const port = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(1).max(65_535))
const networkAddress = z.string().refine(isNetworkAddressOrRange)

/** URLs in browser syntax: `turn:host`, with an optional port and transport. */
function iceUrlsSchema(scheme: string) {
  const shape = new RegExp(`^${scheme}s?:([\\w.-]+|\\[[0-9a-f:.]+\\])(:\\d{1,5})?(\\?transport=(udp|tcp))?$`, 'i')
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.string().regex(shape)))
    .optional()
}

const razorpayApi = 'https://api.razorpay.com'

/** Every variable of the product, its valid values (shown in error messages), and its default. */
export const variables = {
  HOST: { schema: z.string().min(1), mustBe: 'a host name or an address to listen on', fallback: '127.0.0.1' },
  PORT: { schema: port, mustBe: 'a whole number from 1 to 65535', fallback: '3000' },
  DATA_DIR: { schema: z.string().min(1), mustBe: 'the path of a folder', fallback: '.data' },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    mustBe: 'a postgres:// URL',
    fallback: '',
  },
  DATABASE_OWNER_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    mustBe: 'a postgres:// URL',
    fallback: '',
  },
  DATABASE_DIRECT_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    mustBe: 'a postgres:// URL',
    fallback: '',
  },
  // The network to these hosts must be private.
  PLAINTEXT_HOSTS: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
      .pipe(z.array(z.string().regex(/^[\w.:-]+$/)))
      .optional(),
    mustBe: 'host names or addresses without ports, separated by commas, such as db.internal,10.0.0.5',
    fallback: '',
  },
  DATABASE_CONNECTIONS: {
    schema: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(2).max(1_000)),
    mustBe: 'a whole number from 2 to 1000',
    fallback: '20',
  },
  JOBS_AT_ONCE: {
    schema: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(1).max(100)),
    mustBe: 'a whole number from 1 to 100',
    fallback: '4',
  },
  REDIS_URL: {
    schema: z.url({ protocol: /^rediss?$/ }).optional(),
    mustBe: 'a redis:// or rediss:// URL',
    fallback: '',
  },
  DATABASE_DURABILITY: { schema: z.enum(['required', 'off']), mustBe: 'required or off', fallback: 'required' },
  DATA_KEYS: {
    schema: z
      .string()
      .transform(readDataKeys)
      .refine((keys) => keys !== undefined)
      .optional(),
    mustBe: 'keys that "npm run keys:new" made, separated by commas, the current one first',
    fallback: '',
  },
  PUBLIC_ORIGIN: {
    schema: z
      .url({ protocol: /^https?$/ })
      .refine((text) => new URL(text).origin === text)
      .optional(),
    mustBe: 'the URL in the browser without a path, such as https://samjhao.example',
    fallback: '',
  },
  HSTS_SUBDOMAINS: {
    schema: z.enum(['true', 'false']).transform((text) => text === 'true'),
    mustBe: 'true or false',
    fallback: 'false',
  },
  TRUSTED_PROXIES: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(networkAddress))
      .optional(),
    mustBe: 'addresses or ranges, separated by commas, such as 10.0.0.0/8,::1',
    fallback: '',
  },
  LOG_LEVEL: { schema: z.enum(logLevels).optional(), mustBe: `one of ${logLevels.join(', ')}`, fallback: '' },
  METRICS_PORT: { schema: port.optional(), mustBe: 'a whole number from 1 to 65535', fallback: '' },
  METRICS_HOST: { schema: z.string().min(1), mustBe: 'a host name or an address to listen on', fallback: '127.0.0.1' },
  METRICS_TOKEN: { schema: z.string().min(16).optional(), mustBe: 'at least 16 characters', fallback: '' },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
    mustBe: 'an smtp:// or smtps:// URL',
    fallback: '',
  },
  MAIL_FROM: {
    schema: z.string().refine(hasEmail),
    mustBe: 'an email address, or a name with one, such as Samjhao <no-reply@samjhao.example>',
    fallback: 'Samjhao <no-reply@samjhao.example>',
  },
  STORAGE: { schema: z.enum(['disk', 's3']), mustBe: 'disk or s3', fallback: 'disk' },
  DRAIN_SECONDS: {
    schema: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().max(300)).optional(),
    mustBe: 'a whole number from 0 to 300',
    fallback: '',
  },
  ONE_NODE: {
    schema: z.enum(['true', 'false']).transform((text) => text === 'true'),
    mustBe: 'true or false',
    fallback: 'false',
  },
  S3_ENDPOINT: {
    schema: z
      .url({ protocol: /^https?$/ })
      .refine((text) => !new URL(text).username)
      .optional(),
    mustBe: 'the URL of an S3 server, such as https://s3.ap-south-1.amazonaws.com',
    fallback: '',
  },
  S3_BUCKET: {
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    mustBe: 'the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens',
    fallback: '',
  },
  S3_REGION: {
    schema: z.string().regex(/^[a-z0-9-]+$/),
    mustBe: 'a region such as ap-south-1',
    fallback: 'us-east-1',
  },
  S3_ACCESS_KEY_ID: { schema: z.string().optional(), mustBe: 'the id of an access key', fallback: '' },
  S3_SECRET_ACCESS_KEY: { schema: z.string().optional(), mustBe: 'the secret of that key', fallback: '' },
  PAYMENTS: { schema: z.enum(['demo', 'razorpay']).optional(), mustBe: 'demo or razorpay', fallback: '' },
  RAZORPAY_KEY_ID: { schema: z.string().optional(), mustBe: 'the id of an API key', fallback: '' },
  RAZORPAY_KEY_SECRET: { schema: z.string().optional(), mustBe: 'the secret of that key', fallback: '' },
  RAZORPAY_WEBHOOK_SECRET: {
    schema: z.string().optional(),
    mustBe: 'the webhook secret that was set in the Razorpay dashboard',
    fallback: '',
  },
  // This URL receives secrets, so it must be that of Razorpay or of this machine.
  RAZORPAY_API: {
    schema: z
      .url({ protocol: /^https?$/ })
      .refine((text) => text === razorpayApi || isLoopback(new URL(text).hostname)),
    mustBe: 'unset, except in tests, where it may be a server on this machine',
    fallback: razorpayApi,
  },
  // People pay per minute, so a minute has its real length wherever money may be real.
  CALL_MINUTE_MS: {
    schema: z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(1_000).max(60_000)),
    mustBe: 'unset, except in tests, where it may be 1000 to 60000',
    fallback: '60000',
  },
  TURN_URLS: {
    schema: iceUrlsSchema('turn'),
    mustBe: 'turn: or turns: URLs, separated by commas, such as turn:relay.example:3478',
    fallback: '',
  },
  TURN_SECRET: { schema: z.string().min(16).optional(), mustBe: 'at least 16 characters', fallback: '' },
  STUN_URLS: {
    schema: iceUrlsSchema('stun'),
    mustBe: 'stun: URLs, separated by commas, such as stun:relay.example:3478',
    fallback: '',
  },
  CALLS_RELAY_ONLY: {
    schema: z.enum(['true', 'false']).transform((text) => text === 'true'),
    mustBe: 'true or false',
    fallback: 'false',
  },
  // clamd has no TLS, so it must be on this machine or in a private network.
  VIRUS_SCANNER: {
    schema: z
      .url({ protocol: /^tcp$/ })
      .refine((text) => /^tcp:\/\/[^/?#@]+:\d+$/.test(text))
      .optional(),
    mustBe: 'the URL of clamd, such as tcp://127.0.0.1:3310',
    fallback: '',
  },
  // The push services of Chrome, Firefox, Safari and Edge, and of browsers that are built on them.
  PUSH_SERVICES: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
      .pipe(z.array(z.string().regex(/^(\*|(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+)$/))),
    mustBe: 'host names separated by commas, such as *.push.example.org; * alone allows every public host',
    fallback: 'fcm.googleapis.com,jmt17.google.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
  },
  // Push endpoints come from browsers and may name any server, so this machine must not be among them.
  PUSH_LOCAL: {
    schema: z.enum(['true', 'false']).transform((text) => text === 'true'),
    mustBe: 'unset, except in tests of the embedded demo, where it may be true',
    fallback: 'false',
  },
  // Experts choose the calendars that this server reads, so hosts of its own network are named one by one.
  CALENDAR_LOCAL_HOSTS: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
      .pipe(z.array(z.string().regex(/^[\w.:-]+$/)))
      .optional(),
    mustBe: 'host names or addresses without ports, separated by commas, such as calendar.internal,10.0.0.5',
    fallback: '',
  },
  PRODUCT_NAME: { schema: z.string().min(1).max(40), mustBe: '1 to 40 characters', fallback: 'Samjhao' },
  SUPPORT_EMAIL: { schema: z.email(), mustBe: 'an email address', fallback: 'support@samjhao.example' },
  HIRING_EMAIL: { schema: z.email(), mustBe: 'an email address', fallback: 'hiring@samjhao.example' },
  LEGAL_EMAIL: { schema: z.email(), mustBe: 'an email address', fallback: 'legal@samjhao.example' },
  PRIVACY_EMAIL: { schema: z.email(), mustBe: 'an email address', fallback: 'privacy@samjhao.example' },
  GRIEVANCE_OFFICER_NAME: { schema: z.string().min(2), mustBe: 'a name', fallback: 'Meera Iyer' },
  GRIEVANCE_OFFICER_EMAIL: { schema: z.email(), mustBe: 'an email address', fallback: 'grievance@samjhao.example' },
  CONTACT_PHONE: {
    schema: z.string().regex(/^\+?[\d ]{8,20}$/),
    mustBe: 'a phone number of digits and spaces, such as +91 80 0000 0000',
    fallback: '+91 80 0000 0000',
  },
} as const

type Values = { [Name in keyof typeof variables]: z.infer<(typeof variables)[Name]['schema']> }

/** Reads the whole configuration and reports each problem in a sentence. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const values = Object.fromEntries(
    Object.entries(variables).map(([name, { schema, mustBe, fallback }]) => {
      const text = environment[name]?.trim() || fallback || undefined
      const parsed = (schema as z.ZodType).safeParse(text)
      if (!parsed.success) problems.push(`${name} must be ${mustBe} (it is "${hideSecret(name, text)}").`)
      return [name, parsed.data]
    }),
  ) as Values
  if (problems.length > 0) throw new CannotStart(problems.join('\n'))

  const origin = values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`
  if (!values.DATABASE_URL && !isLoopback(values.HOST)) {
    problems.push(
      `HOST must be 127.0.0.1, ::1 or localhost while the embedded demo database is used, because its passwords are public: set DATABASE_URL to serve others.`,
    )
  }
  if (!isLoopback(values.HOST) && !values.PUBLIC_ORIGIN) {
    problems.push(`PUBLIC_ORIGIN must be set when HOST is not a loopback address (HOST is "${values.HOST}").`)
  }
  if (origin.startsWith('http:') && !isLoopback(new URL(origin).hostname)) {
    problems.push(`PUBLIC_ORIGIN must start with https:// (plain http is for this machine only, it is "${origin}").`)
  }
  if (values.DATABASE_URL && values.CALL_MINUTE_MS !== callTimes.minuteMs) {
    problems.push('CALL_MINUTE_MS must not be set with DATABASE_URL: paid minutes have their real length.')
  }
  if (values.DATABASE_URL && values.PUSH_LOCAL) {
    problems.push('PUSH_LOCAL must not be set with DATABASE_URL: push services are on the internet.')
  }
  problems.push(...listPlaintextConnections(values))
  if (values.TURN_URLS && !values.TURN_SECRET) {
    problems.push('TURN_SECRET must be set when TURN_URLS is: the secret that the relay shares with us.')
  }
  if (values.TURN_SECRET && !values.TURN_URLS) {
    problems.push('TURN_URLS must be set when TURN_SECRET is: the URLs of the relay.')
  }
  if (values.CALLS_RELAY_ONLY && !values.TURN_URLS) {
    problems.push('TURN_URLS must be set when CALLS_RELAY_ONLY is true: without a relay there would be no calls.')
  }
  if (values.DATABASE_OWNER_URL && !values.DATABASE_URL) {
    problems.push('DATABASE_OWNER_URL requires DATABASE_URL: the embedded database has its own roles.')
  }
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL) {
    problems.push('DATABASE_DIRECT_URL requires DATABASE_URL: the embedded database has no pooler.')
  }
  if (values.DATABASE_URL && !values.DATA_KEYS) {
    problems.push(
      'DATA_KEYS must be set when DATABASE_URL is, because bank details are encrypted: create a key with "npm run keys:new" and keep a copy apart from the database.',
    )
  }
  if (values.METRICS_PORT && values.METRICS_TOKEN) {
    problems.push('METRICS_PORT and METRICS_TOKEN exclude each other: choose a separate port or a token.')
  }
  if (values.METRICS_PORT === values.PORT) problems.push('METRICS_PORT must differ from PORT.')
  if (values.DATABASE_URL && values.STORAGE === 'disk' && !values.ONE_NODE) {
    problems.push(
      'STORAGE must be s3 when DATABASE_URL is set, because a file on the disk of one node is missing on all others; with a single node, set ONE_NODE=true instead.',
    )
  }
  const storage = readStorage(values)
  if ('missing' in storage) {
    problems.push(
      ...storage.missing.map((name) => `${name} must be set when STORAGE is s3: ${variables[name].mustBe}.`),
    )
  }
  const payments = readPayments(values)
  if ('missing' in payments) {
    problems.push(
      ...payments.missing.map((name) => `${name} must be set when PAYMENTS is razorpay: ${variables[name].mustBe}.`),
    )
  }
  if (problems.length > 0 || 'missing' in storage || 'missing' in payments) throw new CannotStart(problems.join('\n'))

  const isOnlyNode = !values.DATABASE_URL || values.ONE_NODE
  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    redisUrl: values.REDIS_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    jobsAtOnce: values.JOBS_AT_ONCE,
    isOnlyNode,
    drainMs: (values.DRAIN_SECONDS ?? (isOnlyNode ? 0 : 5)) * 1_000,
    databaseDurability: values.DATABASE_DURABILITY,
    dataKeys: values.DATA_KEYS,
    secondFactorRequired: values.DATABASE_URL !== undefined,
    payouts: choosePayouts(payments, values.DATABASE_URL !== undefined),
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    hstsSubdomains: values.HSTS_SUBDOMAINS,
    logLevel: values.LOG_LEVEL ?? (values.DATABASE_URL ? 'info' : 'warn'),
    metrics: values.METRICS_PORT
      ? { host: values.METRICS_HOST, port: values.METRICS_PORT }
      : values.METRICS_TOKEN
        ? { token: values.METRICS_TOKEN }
        : undefined,
    serviceManager: readServiceManager(environment),
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    storage,
    payments,
    callTimes: { ...callTimes, minuteMs: values.CALL_MINUTE_MS },
    turn: readTurn(values),
    push: {
      subject: `mailto:${values.SUPPORT_EMAIL}`,
      allowLocal: values.PUSH_LOCAL,
      services: values.PUSH_SERVICES,
    },
    calendars: { localHosts: values.CALENDAR_LOCAL_HOSTS ?? [] },
    scanner: readScanner(values),
    product: {
      name: values.PRODUCT_NAME,
      origin,
      contacts: {
        supportEmail: values.SUPPORT_EMAIL,
        hiringEmail: values.HIRING_EMAIL,
        legalEmail: values.LEGAL_EMAIL,
        privacyEmail: values.PRIVACY_EMAIL,
        grievanceOfficer: { name: values.GRIEVANCE_OFFICER_NAME, email: values.GRIEVANCE_OFFICER_EMAIL },
        phone: values.CONTACT_PHONE,
      },
    },
  }
}

/** Not among the variables, because no operator sets them. */
function readServiceManager({ NOTIFY_SOCKET, WATCHDOG_USEC }: Record<string, string | undefined>) {
  return NOTIFY_SOCKET ? { watchdogMs: Number(WATCHDOG_USEC) / 1_000 || undefined } : undefined
}

function readScanner({ VIRUS_SCANNER: text }: Values): ScannerSettings | undefined {
  if (!text) return undefined
  const { hostname, port: number } = new URL(text)
  return { host: withoutBrackets(hostname), port: Number(number) }
}

/**
 * Connections to other machines must be encrypted, and a PostgreSQL client checks the certificate of its server only
 * with `sslmode=verify-full`. Exceptions are named one by one.
 */
function listPlaintextConnections(values: Values): string[] {
  const { PLAINTEXT_HOSTS: accepted = [] } = values
  const isPlain = (text: string | undefined, hasTls: (url: URL) => boolean) => {
    if (!text) return false
    const url = new URL(text)
    const hosts = url.searchParams.has('host') ? url.searchParams.getAll('host') : [url.hostname]
    const isOutside = hosts.some(
      (host) => !isOnThisMachine(host) && !accepted.includes(withoutBrackets(host).toLowerCase()),
    )
    return isOutside && !hasTls(url)
  }
  const checks = [
    ...(['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL'] as const).map((name) => ({
      name,
      hasTls: isVerified,
      with: 'sslmode=verify-full',
    })),
    { name: 'REDIS_URL', hasTls: ({ protocol }: URL) => protocol === 'rediss:', with: 'rediss://' },
    { name: 'S3_ENDPOINT', hasTls: ({ protocol }: URL) => protocol === 'https:', with: 'https://' },
    { name: 'VIRUS_SCANNER', hasTls: () => false, with: 'a tunnel on this machine' },
  ] as const
  return checks
    .filter(({ name, hasTls }) => isPlain(values[name], hasTls))
    .map(
      ({ name, with: tlsSetting }) =>
        `${name} must use TLS (${tlsSetting}), because it names another machine. If the network to it is private, add its host to PLAINTEXT_HOSTS.`,
    )
}

function isVerified({ searchParams }: URL): boolean {
  const modes = searchParams.getAll('sslmode')
  return modes.length > 0 && modes.every((mode) => mode === 'verify-full')
}

function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}

/** A path is a socket of this machine. */
function isOnThisMachine(host: string): boolean {
  return host === '' || host.startsWith('/') || /^%2f/i.test(host) || isLoopback(host)
}

const s3Variables = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

function readStorage(values: Values): StorageSettings | { missing: (typeof s3Variables)[number][] } {
  if (values.STORAGE === 'disk') return { kind: 'disk', folder: join(resolve(values.DATA_DIR), 'files') }
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = values
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    return { missing: s3Variables.filter((name) => !values[name]) }
  }
  return {
    kind: 's3',
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

const razorpayVariables = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const

/** The embedded demo uses demo payments. On a real server, demo payments must be configured explicitly. */
function readPayments(values: Values): PaymentSettings | { missing: (typeof razorpayVariables)[number][] } {
  const kind = values.PAYMENTS ?? (values.DATABASE_URL ? 'none' : 'demo')
  if (kind !== 'razorpay') return { kind }
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, RAZORPAY_API } = values
  if (!RAZORPAY_KEY_ID || !RAZORPAY_KEY_SECRET || !RAZORPAY_WEBHOOK_SECRET) {
    return { missing: razorpayVariables.filter((name) => !values[name]) }
  }
  return {
    kind,
    keyId: RAZORPAY_KEY_ID,
    keySecret: RAZORPAY_KEY_SECRET,
    webhookSecret: RAZORPAY_WEBHOOK_SECRET,
    api: RAZORPAY_API,
  }
}

function readTurn({ TURN_URLS, TURN_SECRET, STUN_URLS, CALLS_RELAY_ONLY }: Values): TurnSettings {
  const relay = TURN_URLS && TURN_SECRET ? { urls: TURN_URLS, secret: TURN_SECRET, only: CALLS_RELAY_ONLY } : null
  return { stunUrls: STUN_URLS ?? [], relay }
}

/** Only a real server with a real provider pays out to banks. The embedded demo simulates payouts of demo money. */
function choosePayouts({ kind }: PaymentSettings, isReal: boolean): Payouts {
  if (isReal) return kind === 'razorpay' ? 'bank' : 'closed'
  return kind === 'demo' ? 'demo' : 'closed'
}

/** The local URL of the product; an IPv6 address is in brackets. */
export function toLocalUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const name = host === '127.0.0.1' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return `http://${name}:${port}`
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

function isNetworkAddressOrRange(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/')
  const version = isIP(ip)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function hasEmail(text: string): boolean {
  const [, named, alone] = /^(?:[^<>\r\n]*<([^<>]+)>|([^<>]+))$/.exec(text) ?? []
  return z.email().safeParse(named ?? alone).success
}

function hideSecret(name: string, text: string | undefined): string {
  return /URL|ENDPOINT|TOKEN|KEY|SECRET/.test(name) ? '…' : (text ?? '')
}
