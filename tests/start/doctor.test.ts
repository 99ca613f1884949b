import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createClient } from '@redis/client'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Clock } from '#kernel/time.ts'
import { systemClock } from '#kernel/time.ts'
import { readConfig } from '#server/config.server.ts'
import { type Check, runChecks } from '#server/doctor/check.ts'
import { createSecretHider } from '#server/doctor/secrets.ts'
import { createRedisCheck, createRelayChecks, createScannerCheck } from '#server/doctor/service-checks.ts'
import { freePort } from '#scripts/free-port.mjs'
import { type Clamd, startClamd } from '#tests/clamd.ts'
import { type Coturn, startCoturn } from '#tests/coturn.ts'
import { useProducts } from '#tests/demo.ts'
import { startRedis } from '#tests/redis.ts'

const { startAgain } = useProducts()

async function run(check: Check | undefined, { hideSecrets = (text: string) => text, timeoutMs = 20_000 } = {}) {
  if (!check) throw new Error('there is no such check')
  const [found] = await runChecks([check], { timeoutMs, hideSecrets })
  return found
}
const tooLate = { state: 'failed', seen: 'No answer within 0.5 seconds.' }

describe('npm run doctor', () => {
  /** Runs the command and returns its exit code and output. */
  async function runDoctor(environment: Record<string, string>) {
    const env = { PATH: process.env.PATH, ENV_FILE: '/dev/null', PUSH_SERVICES: '*', ...environment }
    return promisify(execFile)(process.execPath, ['scripts/doctor.ts'], { env }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stdout, stderr }) => ({ code: code as number, output: `${stdout}${stderr}` }),
    )
  }

  test('checks the database of the running demo, which is durable, and finds nothing that has failed', async () => {
    const { code, output } = await runDoctor({ DATA_DIR: inject('demo').dataDir })
    expect(output).toMatch(/^Durability +ok +fsync, synchronous_commit and full_page_writes are on\.$/m)
    expect(output).toMatch(/^Data keys +ok /m)
    expect(output).toMatch(/^Push keys +ok +The two keys belong together\.$/m)
    expect(output).toMatch(/^Files +ok /m)
    expect(output).toMatch(/^0 checks failed/m)
    expect(code).toBe(0)
  })

  test('exits with 1 when a check has failed, and prints no secret', async () => {
    const port = await freePort()
    const { code, output } = await runDoctor({
      DATABASE_URL: `postgres://samjhao:database-word@127.0.0.1:${port}/samjhao`,
      DATA_KEYS: `a:${Buffer.alloc(32, 7).toString('base64')}`,
      ONE_NODE: 'true',
      DATA_DIR: inject('demo').dataDir,
      REDIS_URL: `redis://:redis-word@127.0.0.1:${port}`,
      SMTP_URL: `smtp://asha:mail-word@127.0.0.1:${port}`,
      TURN_URLS: `turn:127.0.0.1:${port}?transport=tcp`,
      TURN_SECRET: 'relay-word-of-ours',
      PAYMENTS: 'razorpay',
      RAZORPAY_API: `http://127.0.0.1:${port}`,
      RAZORPAY_KEY_ID: 'rzp_test_1',
      RAZORPAY_KEY_SECRET: 'payment-word',
      RAZORPAY_WEBHOOK_SECRET: 'webhook-word',
    })
    expect(code).toBe(1)
    for (const name of ['Database', 'Redis', 'Mail', 'Relay turn:\\S+', 'Payments']) {
      expect(output).toMatch(new RegExp(`^${name} +FAILED +.*ECONNREFUSED`, 'm'))
    }
    expect(output).not.toMatch(/-word|BwcHBwcH/)
  })

  test('names an invalid setting in a sentence', async () => {
    const { code, output } = await runDoctor({ LOG_LEVEL: 'loud' })
    expect(code).toBe(1)
    expect(output).toMatch(/^LOG_LEVEL must be one of [^\n]+\n$/)
  })
})

test('a start is not delayed by a dead service, and the log says what to do', async () => {
  const product = await startAgain({ SMTP_URL: `smtp://asha:mail-word@127.0.0.1:${await freePort()}` })
  await product.ready
  await product.printed('"check":"Mail","state":"failed"')
  expect(product.output()).toContain('Check SMTP_URL')
  expect(product.output()).not.toContain('mail-word')
  expect((await fetch(`${product.origin}/readyz`)).status).toBe(200)
})

describe('the relay', () => {
  let coturn: Coturn
  beforeAll(async () => {
    coturn = await startCoturn()
  })
  afterAll(() => coturn.stop())

  function createOne({
    url = coturn.url,
    secret = coturn.secret,
    clock = systemClock as Clock,
    transport = '',
    origin = '',
  } = {}) {
    const config = readConfig({
      TURN_URLS: `${url}${transport}`,
      TURN_SECRET: secret,
      ...(origin && { PUBLIC_ORIGIN: origin }),
    })
    const [check] = createRelayChecks(config, clock)
    return { check, hideSecrets: createSecretHider(config) }
  }
  const runRelay = (setup: Parameters<typeof createOne>[0] = {}, timeoutMs = 20_000) => {
    const { check, hideSecrets } = createOne(setup)
    return run(check, { hideSecrets, timeoutMs })
  }

  test.each(['', '?transport=tcp'])('reserves an address with credentials as for a browser (%s)', async (transport) => {
    const found = await runRelay({ transport })
    expect(found).toMatchObject({
      state: 'ok',
      seen: expect.stringMatching(/^Reserved 127\.0\.0\.1 port \d+, and freed/),
    })
  })

  test('is free again after a check: forty of them stay below the quota of 32', async () => {
    const own = await startCoturn()
    let granted = 0
    // Coturn counts a freed reservation for up to a second, and one that is not freed for ten minutes.
    const tryOnce = async () => {
      const found = await runRelay({ url: own.url, secret: own.secret })
      if (found?.state === 'ok') granted += 1
      return granted
    }
    await expect.poll(tryOnce).toBe(40)
    await own.stop()
  })

  test('with a private address is a warning for a server of others', async () => {
    const found = await runRelay({ origin: 'https://samjhao.example' })
    expect(found).toMatchObject({ state: 'warning', advice: expect.stringContaining('external-ip') })
  })

  test('refuses a wrong secret and expired credentials', async () => {
    const late = { now: () => new Date(Date.now() - 7 * 3_600_000) }
    for (const setup of [{ secret: 'another-secret-of-ours' }, { clock: late }]) {
      const found = await runRelay(setup)
      expect(found).toMatchObject({ state: 'failed', seen: 'The relay answered with the error 401.' })
      expect(found?.advice).toContain('TURN_SECRET')
      expect(JSON.stringify(found)).not.toContain('another-secret')
    }
  })

  test('that hangs has failed in time', async () => {
    coturn.pause()
    try {
      // On a busy machine a paused process may answer once more.
      for (const transport of ['', '?transport=tcp']) {
        await expect.poll(() => runRelay({ transport }, 500)).toMatchObject(tooLate)
      }
    } finally {
      coturn.resume()
    }
  })

  test('also answers as a STUN server', async () => {
    const config = readConfig({ STUN_URLS: coturn.url.replace('turn:', 'stun:') })
    const found = await run(createRelayChecks(config, systemClock)[1])
    expect(found).toMatchObject({ state: 'ok', seen: 'It sees this machine as 127.0.0.1.' })
  })
})

test('Redis is asked and published to; a wrong password, a hanging and a killed Redis have failed', async () => {
  const redis = await startRedis()
  const tryUrl = (url: string, timeoutMs?: number) =>
    run(createRedisCheck(url, 5_000), { hideSecrets: (text) => text, ...(timeoutMs && { timeoutMs }) })
  try {
    expect(await tryUrl(redis.url)).toMatchObject({
      state: 'ok',
      seen: expect.stringMatching(/answered in [\d.]+ ms\.$/),
    })
    const admin = createClient({ url: redis.url })
    await admin.connect()
    await admin.configSet('requirepass', 'the-right-word')
    admin.destroy()
    const withPassword = (password: string) => redis.url.replace('//', `//:${password}@`)
    expect(await tryUrl(withPassword('the-right-word'))).toMatchObject({ state: 'ok' })
    const wrong = await tryUrl(withPassword('a-wrong-word'))
    expect(wrong).toMatchObject({ state: 'failed', seen: expect.stringMatching(/WRONGPASS|invalid/i) })
    expect(JSON.stringify(wrong)).not.toContain('a-wrong-word')
    expect(await tryUrl(redis.url)).toMatchObject({ state: 'failed', seen: expect.stringContaining('NOAUTH') })
    redis.pause()
    await expect.poll(() => tryUrl(withPassword('the-right-word'), 500)).toMatchObject(tooLate)
    redis.resume()
  } finally {
    redis.resume()
    await redis.kill()
  }
  expect(await tryUrl(redis.url)).toMatchObject({ state: 'failed', seen: expect.stringContaining('ECONNREFUSED') })
})

test('the virus scanner checks a text; a hanging one and a stopped one have failed', async () => {
  const clamd: Clamd = await startClamd()
  const check = createScannerCheck(clamd, 5_000)
  try {
    expect(await run(check)).toMatchObject({ state: 'ok', seen: 'It checked a small text.' })
    clamd.pause()
    await expect.poll(() => run(check, { timeoutMs: 500 })).toMatchObject(tooLate)
    clamd.resume()
  } finally {
    await clamd.stop()
  }
  expect(await run(check)).toMatchObject({ state: 'failed', advice: expect.stringContaining('VIRUS_SCANNER') })
})
