import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { Product } from '#kernel/product.ts'
import { CannotStart } from '#platform/cannot-start.ts'

export type Config = {
  host: string
  port: number
  dataDir: string
  /** Absent: the embedded PostgreSQL with demo data, on loopback only. */
  databaseUrl: string | undefined
  trustedProxies: string[]
  logLevel: (typeof logLevels)[number]
  metrics: { port: number } | { token: string } | undefined
  product: Product
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const port = z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(1).max(65_535))
const address = z.string().refine(isAddressOrRange)

/** Every variable the product reads, what it must be (said to the person who set it wrongly), and its default. */
export const variables = {
  HOST: {
    schema: z.string().min(1),
    mustBe: 'a host name or an address to listen on',
    fallback: '127.0.0.1',
  },
  PORT: { schema: port, mustBe: 'a whole number from 1 to 65535', fallback: '3000' },
  DATA_DIR: { schema: z.string().min(1), mustBe: 'the path of a folder', fallback: '.data' },
  DATABASE_URL: {
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    mustBe: 'a postgres:// address',
    fallback: '',
  },
  PUBLIC_ORIGIN: {
    schema: z
      .url({ protocol: /^https?$/ })
      .refine((text) => new URL(text).origin === text)
      .optional(),
    mustBe: 'the address in the browser without a path, such as https://samjhao.example',
    fallback: '',
  },
  TRUSTED_PROXIES: {
    schema: z
      .string()
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(address))
      .optional(),
    mustBe: 'addresses or ranges with commas between them, such as 10.0.0.0/8,::1',
    fallback: '',
  },
  LOG_LEVEL: { schema: z.enum(logLevels).optional(), mustBe: `one of ${logLevels.join(', ')}`, fallback: '' },
  METRICS_PORT: { schema: port.optional(), mustBe: 'a whole number from 1 to 65535', fallback: '' },
  METRICS_TOKEN: { schema: z.string().min(16).optional(), mustBe: 'at least 16 characters', fallback: '' },
  PRODUCT_NAME: { schema: z.string().min(1).max(40), mustBe: '1 to 40 characters', fallback: 'Samjhao' },
  SUPPORT_EMAIL: { schema: z.email(), mustBe: 'an e-mail address', fallback: 'support@samjhao.example' },
  HIRING_EMAIL: { schema: z.email(), mustBe: 'an e-mail address', fallback: 'hiring@samjhao.example' },
  LEGAL_EMAIL: { schema: z.email(), mustBe: 'an e-mail address', fallback: 'legal@samjhao.example' },
  PRIVACY_EMAIL: { schema: z.email(), mustBe: 'an e-mail address', fallback: 'privacy@samjhao.example' },
  GRIEVANCE_OFFICER_NAME: { schema: z.string().min(2), mustBe: 'a name', fallback: 'Meera Iyer' },
  GRIEVANCE_OFFICER_EMAIL: {
    schema: z.email(),
    mustBe: 'an e-mail address',
    fallback: 'grievance@samjhao.example',
  },
  CONTACT_PHONE: {
    schema: z.string().regex(/^\+?[\d ]{8,20}$/),
    mustBe: 'a phone number of digits and spaces, such as +91 80 0000 0000',
    fallback: '+91 80 0000 0000',
  },
} as const

/** Reads the whole configuration once; every problem is named in one sentence each, and nothing is guessed. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const values = Object.fromEntries(
    Object.entries(variables).map(([name, { schema, mustBe, fallback }]) => {
      const text = environment[name]?.trim() || fallback || undefined
      const parsed = (schema as z.ZodType).safeParse(text)
      if (!parsed.success) problems.push(`${name} must be ${mustBe} (it is "${shown(name, text)}").`)
      return [name, parsed.data]
    }),
  ) as { [Name in keyof typeof variables]: z.infer<(typeof variables)[Name]['schema']> }
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
    problems.push(
      `PUBLIC_ORIGIN must start with https:// (plain http is for this machine only, it is "${origin}").`,
    )
  }
  if (values.METRICS_PORT && values.METRICS_TOKEN) {
    problems.push('METRICS_PORT and METRICS_TOKEN exclude each other: choose a port of its own or a token.')
  }
  if (values.METRICS_PORT === values.PORT) problems.push('METRICS_PORT must differ from PORT.')
  if (problems.length > 0) throw new CannotStart(problems.join('\n'))

  return {
    host: values.HOST,
    port: values.PORT,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    logLevel: values.LOG_LEVEL ?? (values.DATABASE_URL ? 'info' : 'warn'),
    metrics: values.METRICS_PORT
      ? { port: values.METRICS_PORT }
      : values.METRICS_TOKEN
        ? { token: values.METRICS_TOKEN }
        : undefined,
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

export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}

function isAddressOrRange(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/')
  const version = isIP(ip)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

function shown(name: string, text: string | undefined): string {
  return /URL|TOKEN|KEY|SECRET/.test(name) ? '…' : (text ?? '')
}
