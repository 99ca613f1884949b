import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readConfig, toLocalUrl, variables } from '#server/config.server.ts'

const dataKeys = `a:${Buffer.alloc(32).toString('base64')}`
const database = {
  DATABASE_URL: 'postgres://u:secret@db.internal/samjhao?sslmode=verify-full',
  DATA_KEYS: dataKeys,
  ONE_NODE: 'true',
}

test('without variables the product runs the embedded demo on loopback', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, databaseUrl: undefined, logLevel: 'warn' })
  expect(config.product.origin).toBe('http://localhost:3000')
})

test('documents are scanned where a scanner is configured', () => {
  expect(readConfig({}).scanner).toBeUndefined()
  expect(readConfig({ VIRUS_SCANNER: 'tcp://[::1]:3310' }).scanner).toEqual({ host: '::1', port: 3310 })
  const inNetwork = { VIRUS_SCANNER: 'tcp://clamd.internal:3310', PLAINTEXT_HOSTS: 'clamd.internal' }
  expect(readConfig(inNetwork).scanner).toEqual({ host: 'clamd.internal', port: 3310 })
})

test('mails become files unless a mail server is configured', () => {
  const from = 'Samjhao <no-reply@samjhao.example>'
  expect(readConfig({}).mail).toEqual({ smtpUrl: undefined, from })
  const set = { SMTP_URL: 'smtps://u:p@mail.example:465', MAIL_FROM: 'post@samjhao.example' }
  expect(readConfig(set).mail).toEqual({ smtpUrl: set.SMTP_URL, from: set.MAIL_FROM })
})

const s3 = {
  STORAGE: 's3',
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_BUCKET: 'samjhao',
  S3_ACCESS_KEY_ID: 'an-id',
  S3_SECRET_ACCESS_KEY: 'hunter2-hunter2',
}

test('files are stored on the disk unless a bucket is configured', () => {
  expect(readConfig({ DATA_DIR: '/srv/samjhao' }).storage).toEqual({
    kind: 'disk',
    folder: '/srv/samjhao/files',
  })
  expect(readConfig(s3).storage).toEqual({
    kind: 's3',
    endpoint: 'http://127.0.0.1:9000',
    bucket: 'samjhao',
    region: 'us-east-1',
    accessKeyId: 'an-id',
    secretAccessKey: 'hunter2-hunter2',
  })
})

test('with DATABASE_URL the disk is allowed only with ONE_NODE', () => {
  const several = { ...database, ONE_NODE: '' }
  expect(() => readConfig(several)).toThrow(
    /^STORAGE must be s3 when DATABASE_URL is set, because [^\n]*ONE_NODE=true[^\n]*$/,
  )
  expect(readConfig({ ...several, ...s3 }).storage.kind).toBe('s3')
  expect(readConfig(database).storage.kind).toBe('disk')
})

test.each(['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
  'a bucket without %s is refused',
  (name) => {
    const start = () => readConfig({ ...s3, [name]: '' })
    expect(start).toThrow(new RegExp(`^${name} must be set when STORAGE is s3: [^\\n]*$`))
    expect(start).toThrow(/^(?!.*hunter2)/s)
  },
)

const razorpay = {
  PAYMENTS: 'razorpay',
  RAZORPAY_KEY_ID: 'rzp_test_1',
  RAZORPAY_KEY_SECRET: 'hunter2-key',
  RAZORPAY_WEBHOOK_SECRET: 'hunter2-webhook',
}

test('demo payments need the embedded demo or an explicit setting, otherwise nobody can add money', () => {
  expect(readConfig({}).payments).toEqual({ kind: 'demo' })
  expect(readConfig(database).payments).toEqual({ kind: 'none' })
  expect(readConfig({ ...database, PAYMENTS: 'demo' }).payments).toEqual({ kind: 'demo' })
  expect(readConfig({ ...database, ...razorpay }).payments).toEqual({
    kind: 'razorpay',
    keyId: 'rzp_test_1',
    keySecret: 'hunter2-key',
    webhookSecret: 'hunter2-webhook',
    api: 'https://api.razorpay.com',
  })
})

test.each(['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'])(
  'Razorpay without %s is refused',
  (name) => {
    const start = () => readConfig({ ...razorpay, [name]: ' ' })
    expect(start).toThrow(new RegExp(`^${name} must be set when PAYMENTS is razorpay: [^\\n]*$`))
    expect(start).toThrow(/^(?!.*hunter2)/s)
  },
)

test('Razorpay secrets are sent only to Razorpay or this machine', () => {
  expect(() => readConfig({ ...razorpay, RAZORPAY_API: 'https://evil.example' })).toThrow(/^RAZORPAY_API /)
  const local = 'http://127.0.0.1:4000'
  expect(readConfig({ ...razorpay, RAZORPAY_API: local }).payments).toMatchObject({ api: local })
})

test('calls are direct unless a relay is configured, and can be restricted to the relay', () => {
  expect(readConfig({}).turn).toEqual({ stunUrls: [], relay: null })
  const secret = 'a-secret-of-sixteen-signs'
  const urls = 'turn:relay.example:3478, turns:relay.example:443?transport=tcp,turn:[2001:db8::1]:3478'
  const set = { TURN_URLS: urls, TURN_SECRET: secret, STUN_URLS: 'stun:relay.example' }
  const relay = { urls: urls.split(/, ?/), secret, only: false }
  expect(readConfig(set).turn).toEqual({ stunUrls: ['stun:relay.example'], relay })
  expect(readConfig({ ...set, CALLS_RELAY_ONLY: 'true' }).turn.relay?.only).toBe(true)
})

test.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['localhost', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
])('on %s the local URL is %s', (host, url) => {
  expect(toLocalUrl(readConfig({ HOST: host }))).toBe(url)
})

test('the team needs a second factor with a real database', () => {
  expect(readConfig({}).secondFactorRequired).toBe(false)
  expect(readConfig(database).secondFactorRequired).toBe(true)
})

test('money is paid out to a bank only with a real provider', () => {
  expect(readConfig({}).payouts).toBe('demo')
  expect(readConfig(razorpay).payouts).toBe('closed')
  expect(readConfig(database).payouts).toBe('closed')
  expect(readConfig({ ...database, PAYMENTS: 'demo' }).payouts).toBe('closed')
  expect(readConfig({ ...database, ...razorpay }).payouts).toBe('bank')
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

describe('a wrong value names the variable and what it must be', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 1 to 65535 (it is "abc").'],
    [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535 (it is "0").'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// URL (it is "…").'],
    [{ PUBLIC_ORIGIN: 'https://a.example/path' }, 'PUBLIC_ORIGIN must be the URL in the browser'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,banana' }, 'TRUSTED_PROXIES must be addresses or ranges'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be addresses or ranges'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 characters (it is "…").'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
    [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL must be an smtp:// or smtps:// URL (it is "…").'],
    [{ MAIL_FROM: 'Samjhao' }, 'MAIL_FROM must be an email address, or a name with one'],
    [{ MAIL_FROM: 'a@b.example <c@d.example' }, 'MAIL_FROM must be an email address, or a name with one'],
    [{ STORAGE: 'tape' }, 'STORAGE must be disk or s3 (it is "tape").'],
    [{ S3_BUCKET: 'My Bucket' }, 'S3_BUCKET must be the name of a bucket'],
    [
      { VIRUS_SCANNER: 'tcp://127.0.0.1' },
      'VIRUS_SCANNER must be the URL of clamd, such as tcp://127.0.0.1:3310 (it is "tcp://127.0.0.1").',
    ],
    [
      { S3_ENDPOINT: 'https://user:hunter2@s3.example' },
      'S3_ENDPOINT must be the URL of an S3 server, such as https://s3.ap-south-1.amazonaws.com (it is "…").',
    ],
    [{ DATA_KEYS: 'a:hunter2' }, 'DATA_KEYS must be keys that "npm run keys:new" made'],
    [{ TURN_URLS: 'relay.example' }, 'TURN_URLS must be turn: or turns: URLs'],
    [{ TURN_URLS: 'turn:relay.example,stun:relay.example' }, 'TURN_URLS must be turn: or turns: URLs'],
    [{ TURN_SECRET: 'hunter2' }, 'TURN_SECRET must be at least 16 characters (it is "…").'],
    [{ STUN_URLS: 'turn:relay.example' }, 'STUN_URLS must be stun: URLs'],
    [{ CALLS_RELAY_ONLY: 'maybe' }, 'CALLS_RELAY_ONLY must be true or false (it is "maybe").'],
    [{ SUPPORT_EMAIL: 'nobody' }, 'SUPPORT_EMAIL must be an email address'],
  ])('%o', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})

describe('an invalid combination is refused', () => {
  test.each([
    [{ HOST: '0.0.0.0' }, 'HOST must be 127.0.0.1, ::1 or localhost while the embedded demo'],
    [{ ...database, HOST: '0.0.0.0' }, 'PUBLIC_ORIGIN must be set when HOST is not a loopback address'],
    [{ ...database, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://a.example' }, 'PUBLIC_ORIGIN must start with https'],
    [{ ...database, DATA_KEYS: '' }, 'DATA_KEYS must be set when DATABASE_URL is'],
    [{ TURN_URLS: 'turn:relay.example' }, 'TURN_SECRET must be set when TURN_URLS is'],
    [{ TURN_SECRET: 'x'.repeat(16) }, 'TURN_URLS must be set when TURN_SECRET is'],
    [{ CALLS_RELAY_ONLY: 'true' }, 'TURN_URLS must be set when CALLS_RELAY_ONLY is true'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT must differ from PORT'],
    [{ METRICS_PORT: '9000', METRICS_TOKEN: 'x'.repeat(16) }, 'exclude each other'],
  ])('%o', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })

  test('a public server behind https is valid', () => {
    const config = readConfig({ ...database, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://a.example' })
    expect(config.product.origin).toBe('https://a.example')
  })
})

describe('a service on another machine', () => {
  const onS3 = { ...s3, S3_ENDPOINT: 'http://s3.internal:9000' }
  const plainDatabase = { ...database, DATABASE_URL: 'postgres://u:secret@db.internal/samjhao' }
  const withDatabase = (query: string) => ({ ...database, DATABASE_URL: `postgres://db.internal/samjhao${query}` })

  test.each([
    ['DATABASE_URL', plainDatabase],
    ['DATABASE_URL', withDatabase('?sslmode=require')],
    ['DATABASE_URL', withDatabase('?sslmode=no-verify')],
    ['DATABASE_URL', withDatabase('?sslmode=verify-full&sslmode=disable')],
    ['DATABASE_URL', { ...database, DATABASE_URL: 'postgres://127.0.0.1/samjhao?host=db.internal' }],
    ['DATABASE_OWNER_URL', { ...database, DATABASE_OWNER_URL: 'postgres://owner@db.internal/samjhao' }],
    ['DATABASE_DIRECT_URL', { ...database, DATABASE_DIRECT_URL: 'postgres://u@10.0.0.5:5432/samjhao' }],
    ['REDIS_URL', { REDIS_URL: 'redis://cache.internal:6379' }],
    ['S3_ENDPOINT', onS3],
    ['VIRUS_SCANNER', { VIRUS_SCANNER: 'tcp://clamd.internal:3310' }],
  ])('is refused as %s without TLS', (name, environment) => {
    expect(() => readConfig(environment)).toThrow(`${name} must use TLS (`)
  })

  test.each([
    database,
    { REDIS_URL: 'rediss://cache.internal:6379' },
    { ...s3, S3_ENDPOINT: 'https://s3.ap-south-1.amazonaws.com' },
    { ...onS3, PLAINTEXT_HOSTS: 's3.internal' },
    { ...plainDatabase, PLAINTEXT_HOSTS: '10.0.0.5, DB.internal' },
    { ...database, DATABASE_URL: 'postgres://u@[fd00::5]:5432/samjhao', PLAINTEXT_HOSTS: 'fd00::5' },
  ])('is valid with TLS, or when its network is declared private: %o', (environment) => {
    expect(readConfig(environment)).toBeTruthy()
  })

  test('is refused although another host is declared private', () => {
    expect(() => readConfig({ ...plainDatabase, PLAINTEXT_HOSTS: 'internal,cache.internal' })).toThrow('must use TLS')
    expect(() => readConfig({ PLAINTEXT_HOSTS: 'postgres://db' })).toThrow('PLAINTEXT_HOSTS must be host names')
  })

  test.each(['127.0.0.1', '[::1]:5433', 'localhost', '%2Fvar%2Frun%2Fpostgresql'])(
    'is not meant by %s, which is this machine',
    (host) => {
      expect(readConfig({ ...database, DATABASE_URL: `postgres://u@${host}/samjhao` })).toBeTruthy()
      expect(readConfig({ REDIS_URL: 'redis://127.0.0.1:6379' })).toBeTruthy()
    },
  )
})

test('pushes go only to the services of the browsers, or to those of the operator', () => {
  expect(readConfig({}).push.services).toContain('fcm.googleapis.com')
  expect(readConfig({ PUSH_SERVICES: '*.push.example.org, up.example' }).push.services).toEqual([
    '*.push.example.org',
    'up.example',
  ])
  for (const wrong of ['https://push.example.org', '*.', 'push', '*.org.']) {
    expect(() => readConfig({ PUSH_SERVICES: wrong })).toThrow('PUSH_SERVICES must be host names')
  }
})

test('calendars are read from the public internet, and from hosts that the operator names', () => {
  expect(readConfig({}).calendars).toEqual({ localHosts: [] })
  const localHosts = ['calendar.internal', '10.0.0.5', '::1']
  expect(readConfig({ CALENDAR_LOCAL_HOSTS: 'Calendar.internal, 10.0.0.5,::1' }).calendars).toEqual({ localHosts })
  for (const wrong of ['https://calendar.internal', 'a b', 'calendar.internal/']) {
    expect(() => readConfig({ CALENDAR_LOCAL_HOSTS: wrong })).toThrow('CALENDAR_LOCAL_HOSTS must be host names')
  }
})

test('no error message repeats a secret', () => {
  expect(() => readConfig({ DATABASE_URL: 'http://u:hunter2@x' })).toThrow(/^(?!.*hunter2)/s)
})

test('systemd says that it expects messages, and how often', () => {
  expect(readConfig({}).serviceManager).toBeUndefined()
  expect(readConfig({ NOTIFY_SOCKET: '/run/notify' }).serviceManager).toEqual({ watchdogMs: undefined })
  const watched = { NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '60000000' }
  expect(readConfig(watched).serviceManager).toEqual({ watchdogMs: 60_000 })
})

test('metrics on their own port are open to this machine only, unless METRICS_HOST says otherwise', () => {
  expect(readConfig({ METRICS_PORT: '9000' }).metrics).toEqual({ host: '127.0.0.1', port: 9000 })
  const open = { ...database, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://samjhao.example', METRICS_PORT: '9000' }
  expect(readConfig(open).metrics).toEqual({ host: '127.0.0.1', port: 9000 })
  expect(readConfig({ ...open, METRICS_HOST: '10.0.0.5' }).metrics).toEqual({ host: '10.0.0.5', port: 9000 })
})

describe('.env.example', () => {
  const example = readFileSync('.env.example', 'utf8').replaceAll(/^# (?=[A-Z0-9_]+=)/gm, '')
  const defaults = Object.fromEntries(Object.entries(variables).map(([name, { fallback }]) => [name, fallback]))

  test('lists every variable with its default, and no others', () => {
    expect(parseEnv(example)).toEqual(defaults)
  })

  test('is valid for a shell', () => {
    const printed = execFileSync('sh', ['-c', 'set -a; eval "$0"; env -0', example], { env: {}, encoding: 'utf8' })
    const read = Object.fromEntries(
      printed.split('\0').map((line) => [line.split('=', 1)[0], line.replace(/^\w+=/, '')]),
    )
    expect(read).toMatchObject(defaults)
  })

  test('quotes values in a way that systemd and compose read alike', () => {
    for (const [, value] of example.matchAll(/^[A-Z0-9_]+=(.*)$/gm))
      expect(value).toMatch(/^([\w./:@%+,-]*|"[^"\\$`]*")$/)
  })
})

test('a minute can be shortened only in tests of the embedded demo', () => {
  expect(readConfig({}).callTimes.minuteMs).toBe(60_000)
  expect(readConfig({ CALL_MINUTE_MS: '3000' }).callTimes.minuteMs).toBe(3_000)
  expect(() => readConfig({ CALL_MINUTE_MS: '90000' })).toThrow(/^CALL_MINUTE_MS /)
  const real = { DATABASE_URL: 'postgres://db/samjhao', CALL_MINUTE_MS: '3000' }
  expect(() => readConfig(real)).toThrow(/CALL_MINUTE_MS must not be set/)
})
