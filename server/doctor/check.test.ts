import { expect, test } from 'vitest'
import { type Check, describeError, runChecks } from '#server/doctor/check.ts'
import { createSecretHider } from '#server/doctor/secrets.ts'
import { readConfig } from '#server/config.server.ts'
import { newDataKey } from '#platform/sealing/aes-gcm.ts'

const options = { timeoutMs: 100, hideSecrets: (text: string) => text }
const check = (run: Check['run']): Check => ({ name: 'Mail', advice: 'Check SMTP_URL.', atStart: true, run })

test('a check that throws has failed, with its error and what to do', async () => {
  const throwing = check(() => {
    throw new Error('connection refused', { cause: new Error('ECONNREFUSED 127.0.0.1:25') })
  })
  expect(await runChecks([throwing], options)).toEqual([
    {
      name: 'Mail',
      state: 'failed',
      seen: 'Connection refused: ECONNREFUSED 127.0.0.1:25.',
      advice: 'Check SMTP_URL.',
    },
  ])
})

test('a check that hangs ends in time and is aborted, and the others keep their result', async () => {
  let signal: AbortSignal | undefined
  const hanging = check((given) => {
    signal = given
    return new Promise(() => undefined)
  })
  const found = await runChecks([hanging, check(async () => ({ state: 'ok', seen: 'Fine.' }))], options)
  expect(found).toEqual([
    { name: 'Mail', state: 'failed', seen: 'No answer within 0.1 seconds.', advice: 'Check SMTP_URL.' },
    { name: 'Mail', state: 'ok', seen: 'Fine.', advice: null },
  ])
  expect(signal?.aborted).toBe(true)
})

test('a text of a server is shown in one short line', async () => {
  const [found] = await runChecks(
    [check(async () => ({ state: 'ok', seen: `a\r\n\u001B[31mb\0${'c'.repeat(999)}` }))],
    options,
  )
  expect(found?.seen).toMatch(/^a \[31mb c+$/)
  expect(found?.seen).toHaveLength(240)
})

test('an error is described with its causes, each once', () => {
  const refused = new AggregateError([new Error('connect ECONNREFUSED ::1:25')], '')
  expect(describeError(refused)).toBe('connect ECONNREFUSED ::1:25')
  expect(describeError(new Error('no answer', { cause: new Error('no answer') }))).toBe('no answer')
  expect(describeError(Object.assign(new Error('It is gone'), { name: 'NoSuchBucket' }))).toBe(
    'NoSuchBucket: It is gone',
  )
  expect(describeError('a text')).toBe('unknown error')
})

test('a short password is hidden where it stands alone, and does not cut words', () => {
  const hide = createSecretHider(readConfig({ SMTP_URL: 'smtp://asha:b@127.0.0.1:25' }), 'postgres://u:a+(b)%20c.d@x/y')
  expect(hide('refused (b), because of b: the bucket is "b"')).toBe('refused (…), because of …: the bucket is "…"')
  expect(hide('in a+(b)%20c.d and in a+(b) c.d, but not in aab c_d')).toBe('in … and in …, but not in aab c_d')
})

test('no secret of the configuration is shown, whatever an error contains', async () => {
  const dataKey = newDataKey()
  const config = readConfig({
    DATABASE_URL: 'postgres://samjhao:database%20word@127.0.0.1/samjhao',
    DATABASE_OWNER_URL: 'postgres://owner:owner-word@127.0.0.1/samjhao',
    DATABASE_DIRECT_URL: 'postgres://direct:direct-word@127.0.0.1/samjhao?password=query-word',
    REDIS_URL: 'redis://:redis-word@127.0.0.1:6379',
    SMTP_URL: 'smtp://user:mail-word@127.0.0.1:25',
    DATA_KEYS: dataKey,
    METRICS_TOKEN: 'metrics-word-of-ours',
    STORAGE: 's3',
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_BUCKET: 'samjhao',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'storage-word',
    PAYMENTS: 'razorpay',
    RAZORPAY_KEY_ID: 'rzp_test_1',
    RAZORPAY_KEY_SECRET: 'payment-word',
    RAZORPAY_WEBHOOK_SECRET: 'webhook-word',
    TURN_URLS: 'turn:127.0.0.1',
    TURN_SECRET: 'relay-word-of-ours',
  })
  const secrets = [
    'database word',
    'database%20word',
    'owner-word',
    'direct-word',
    'query-word',
    'redis-word',
    'mail-word',
    dataKey.split(':')[1] ?? '',
    'metrics-word-of-ours',
    'storage-word',
    'payment-word',
    'webhook-word',
    'relay-word-of-ours',
    'word of the embedded database',
  ]
  const hideSecrets = createSecretHider(config, 'postgres://samjhao:word%20of%20the%20embedded%20database@127.0.0.1/x')
  for (const secret of secrets) {
    const [found] = await runChecks([check(() => Promise.reject(new Error(`refused (${secret})`)))], {
      ...options,
      hideSecrets,
    })
    expect(found?.seen).toBe('Refused (…).')
  }
})
