import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#kernel/time.ts'
import { listPushHosts, tryPushService } from '#platform/push/try-push-service.ts'
import { readConfig } from '#server/config.server.ts'
import { type Check, runChecks } from '#server/doctor/check.ts'
import { createSecretHider } from '#server/doctor/secrets.ts'
import {
  createFilesCheck,
  createMailCheck,
  createPaymentsCheck,
  createPushCheck,
  createRedisCheck,
  createRelayChecks,
  createScannerCheck,
} from '#server/doctor/service-checks.ts'
import { freePort } from '#scripts/free-port.mjs'
import { razorpayKeys, startFakeRazorpay } from '#tests/fake-razorpay.ts'

// Real servers in this process. Coturn, Redis, clamd and PostgreSQL are tried in tests/start/doctor.test.ts.
const closers: (() => unknown)[] = []
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samjhao-checks-'))
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
  await rm(folder, { recursive: true, force: true })
})

type Environment = Record<string, string>
const configure = (environment: Environment) => readConfig({ DATA_DIR: folder, ...environment })

async function run(check: Check | undefined, { config = configure({}), timeoutMs = 20_000 } = {}) {
  if (!check) throw new Error('there is no such check')
  const [found] = await runChecks([check], { timeoutMs, hideSecrets: createSecretHider(config) })
  return found
}

/** A server that accepts connections and never answers. */
async function startSilentServer(): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
const tooLate = { state: 'failed', seen: 'No answer within 0.3 seconds.' }

describe('files', () => {
  async function startS3(): Promise<number> {
    const configureBuckets = [{ name: 'samjhao', configs: [] }]
    const directory = join(folder, 's3')
    const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
    const { port } = await server.run()
    closers.push(() => server.close())
    return port
  }
  const s3 = (port: number, more: Environment = {}) => ({
    STORAGE: 's3',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'samjhao',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    ...more,
  })
  const tryFiles = (environment: Environment, timeoutMs?: number) => {
    const config = configure(environment)
    return run(createFilesCheck(config), { config, timeoutMs })
  }

  test('on the disk are stored, read and deleted', async () => {
    const found = await tryFiles({})
    expect(found).toMatchObject({ state: 'ok', seen: `Stored, read and deleted a file in ${folder}/files.` })
    expect(await readdir(folder)).toEqual([])
  })

  test('in a folder that cannot be written have failed', async () => {
    await writeFile(join(folder, 'files'), 'a file is in the way')
    expect(await tryFiles({})).toMatchObject({ state: 'failed', advice: expect.stringContaining('DATA_DIR') })
  })

  test('in a bucket are stored, read and deleted', async () => {
    const port = await startS3()
    const found = await tryFiles(s3(port))
    expect(found).toMatchObject({
      state: 'ok',
      seen: `Stored, read and deleted a file in bucket samjhao at 127.0.0.1:${port}.`,
    })
    expect(
      (await readdir(join(folder, 's3/samjhao'), { recursive: true })).filter((name) => /object/.test(name)),
    ).toEqual([])
  })

  test('with a wrong key have failed, and the key is not shown', async () => {
    const port = await startS3()
    const wrong = { S3_ACCESS_KEY_ID: 'NOBODY', S3_SECRET_ACCESS_KEY: 'not-the-right-secret' }
    const found = await tryFiles(s3(port, wrong))
    expect(found).toMatchObject({ state: 'failed', advice: expect.stringContaining('access key') })
    expect(found?.seen).toContain('InvalidAccessKeyId')
    expect(JSON.stringify(found)).not.toContain('not-the-right-secret')
  })

  test('in a bucket that does not exist have failed', async () => {
    const found = await tryFiles(s3(await startS3(), { S3_BUCKET: 'another' }))
    expect(found).toMatchObject({ state: 'failed', seen: expect.stringContaining('NoSuchBucket') })
  })

  test('in a bucket that everybody may read have failed', async () => {
    const port = await startS3()
    // 0.0.0.0 reaches this machine, too, but is not one of its names.
    const found = await tryFiles(s3(port, { S3_ENDPOINT: `http://0.0.0.0:${port}`, PLAINTEXT_HOSTS: '0.0.0.0' }))
    expect(found).toMatchObject({ state: 'failed', advice: expect.stringContaining('Make the bucket private') })
    expect(found?.seen).toContain('Everybody may read its files.')
  })

  test('on a closed port have failed, and on a silent one, too', async () => {
    expect(await tryFiles(s3(await freePort()))).toMatchObject({
      state: 'failed',
      seen: expect.stringContaining('ECONNREFUSED'),
    })
    expect(await tryFiles(s3(await startSilentServer()), 300)).toMatchObject(tooLate)
  })
})

describe('mail', () => {
  async function startSmtp(options: SMTPServerOptions = {}) {
    let mailCount = 0
    const server = new SMTPServer({
      authOptional: true,
      closeTimeout: 100,
      onMailFrom(_address, _session, done) {
        mailCount += 1
        done()
      },
      ...options,
    })
    server.on('error', () => undefined)
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
    return { port: (server.server.address() as AddressInfo).port, countMails: () => mailCount }
  }
  const withPassword: SMTPServerOptions = {
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'asha' && password === 'the right word') done(null, { user: username })
      else done(new Error(`wrong password ${password}`))
    },
  }
  const tryMail = (url: string, timeoutMs?: number) => {
    const config = configure({ SMTP_URL: url })
    return run(createMailCheck(config), { config, timeoutMs })
  }

  test('greets a server without a login, and sends nothing', async () => {
    const { port, countMails } = await startSmtp({ disabledCommands: ['STARTTLS', 'AUTH'] })
    const seen = `127.0.0.1:${port} answered, not encrypted, login not needed.`
    expect(await tryMail(`smtp://127.0.0.1:${port}`)).toMatchObject({ state: 'ok', seen, advice: null })
    expect(countMails()).toBe(0)
  })

  test('encrypts where the server offers it', async () => {
    const warned = vi.spyOn(console, 'error').mockReturnValue()
    const { port } = await startSmtp({ disabledCommands: ['AUTH'] })
    // The test server warns that everybody knows its certificate.
    expect(warned.mock.calls.join()).toContain('default TLS certificate')
    warned.mockClear()
    const found = await tryMail(`smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`)
    expect(found).toMatchObject({ state: 'ok', seen: `127.0.0.1:${port} answered, encrypted, login not needed.` })
    // The certificate of the test server is its own.
    const strict = await tryMail(`smtp://127.0.0.1:${port}`)
    expect(strict).toMatchObject({ state: 'failed', seen: expect.stringMatching(/certificate/i) })
  })

  test('logs in, and a wrong password has failed without being shown', async () => {
    const { port, countMails } = await startSmtp(withPassword)
    const right = await tryMail(`smtp://asha:the%20right%20word@127.0.0.1:${port}`)
    expect(right).toMatchObject({ state: 'ok', seen: expect.stringContaining('login accepted') })
    const wrong = await tryMail(`smtp://asha:hunter%2022@127.0.0.1:${port}`)
    expect(wrong).toMatchObject({ state: 'failed', advice: expect.stringContaining('SMTP_URL') })
    expect(wrong?.seen).toContain('Invalid login')
    expect(JSON.stringify(wrong)).not.toMatch(/hunter/)
    expect(countMails()).toBe(0)
  })

  test('warns when the server takes no login', async () => {
    const { port } = await startSmtp({ disabledCommands: ['STARTTLS', 'AUTH'] })
    const found = await tryMail(`smtp://asha:word@127.0.0.1:${port}`)
    expect(found).toMatchObject({ state: 'warning', seen: expect.stringContaining('login not offered') })
  })

  test('a server of another machine without encryption has failed', async () => {
    const { port } = await startSmtp({ disabledCommands: ['STARTTLS'] })
    const found = await tryMail(`smtp://0.0.0.0:${port}`)
    expect(found).toMatchObject({ state: 'failed', seen: expect.stringContaining('STARTTLS') })
  })

  test('a closed port has failed, and a silent server, too', async () => {
    const closed = await tryMail(`smtp://127.0.0.1:${await freePort()}`)
    expect(closed).toMatchObject({ state: 'failed', seen: expect.stringContaining('ECONNREFUSED') })
    expect(await tryMail(`smtp://127.0.0.1:${await startSilentServer()}`, 300)).toMatchObject(tooLate)
  })
})

describe('payments', () => {
  const razorpay = (api: string, more: Environment = {}) => ({
    PAYMENTS: 'razorpay',
    RAZORPAY_KEY_ID: razorpayKeys.keyId,
    RAZORPAY_KEY_SECRET: razorpayKeys.keySecret,
    RAZORPAY_WEBHOOK_SECRET: razorpayKeys.webhookSecret,
    RAZORPAY_API: api,
    ...more,
  })
  const tryPayments = (environment: Environment, timeoutMs?: number) => {
    const config = configure(environment)
    return run(createPaymentsCheck(config, systemClock), { config, timeoutMs })
  }

  test('ask the provider with the key, and only read', async () => {
    const server = await startFakeRazorpay()
    closers.push(() => server.stop())
    const found = await tryPayments(razorpay(server.api))
    expect(found).toMatchObject({ state: 'ok', seen: expect.stringContaining('Razorpay accepted the key') })
    expect(server.requestPaths).toEqual([expect.stringMatching(/^GET \/v1\/payments\?/)])
    const forOthers = await tryPayments(razorpay(server.api, { PUBLIC_ORIGIN: 'https://samjhao.example' }))
    expect(forOthers).toMatchObject({ state: 'warning', seen: expect.stringContaining('It is a test key.') })
  })

  test('with a wrong secret have failed without showing it', async () => {
    const server = await startFakeRazorpay()
    closers.push(() => server.stop())
    const found = await tryPayments(razorpay(server.api, { RAZORPAY_KEY_SECRET: 'a-wrong-secret' }))
    expect(found).toMatchObject({ state: 'failed', seen: expect.stringContaining('answered 401') })
    expect(JSON.stringify(found)).not.toContain('a-wrong-secret')
  })

  test('on a closed port have failed, and on a silent one, too', async () => {
    const closed = await tryPayments(razorpay(`http://127.0.0.1:${await freePort()}`))
    expect(closed).toMatchObject({ state: 'failed', seen: expect.stringContaining('ECONNREFUSED') })
    const silent = await tryPayments(razorpay(`http://127.0.0.1:${await startSilentServer()}`), 300)
    expect(silent).toMatchObject(tooLate)
  })
})

describe('the relay', () => {
  const tryFirst = (environment: Environment, timeoutMs?: number) => {
    const config = configure(environment)
    return run(createRelayChecks(config, systemClock)[0], { config, timeoutMs })
  }
  const relay = (url: string) => ({ TURN_URLS: url, TURN_SECRET: 'a-secret-of-sixteen' })

  test.each(['', '?transport=tcp'])('on a closed port has failed (%s)', async (transport) => {
    const found = await tryFirst(relay(`turn:127.0.0.1:${await freePort()}${transport}`))
    expect(found).toMatchObject({ state: 'failed', seen: expect.stringContaining('ECONNREFUSED') })
  })

  test('that never answers has failed, over UDP, TCP and TLS', async () => {
    const silent = createSocket('udp4').bind(0, '127.0.0.1')
    await once(silent, 'listening')
    closers.push(() => silent.close())
    expect(await tryFirst(relay(`turn:127.0.0.1:${silent.address().port}`), 300)).toMatchObject(tooLate)
    const port = await startSilentServer()
    for (const url of [`turn:127.0.0.1:${port}?transport=tcp`, `turns:127.0.0.1:${port}`]) {
      expect(await tryFirst(relay(url), 300)).toMatchObject(tooLate)
    }
  })

  test('that speaks another protocol has failed, and TLS over UDP is not tried', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closers.push(() => server.close())
    const { port } = server.address() as AddressInfo
    expect(await tryFirst(relay(`turn:127.0.0.1:${port}?transport=tcp`))).toMatchObject({ state: 'failed' })
    expect(await tryFirst(relay('turns:127.0.0.1?transport=udp'))).toMatchObject({ state: 'not_configured' })
  })
})

describe('Redis and the virus scanner', () => {
  test('on a closed port have failed, and on a silent one, too', async () => {
    const closed = await freePort()
    const silent = await startSilentServer()
    const refused = { state: 'failed', seen: expect.stringContaining('ECONNREFUSED') }
    expect(await run(createRedisCheck(`redis://127.0.0.1:${closed}`, 5_000))).toMatchObject(refused)
    expect(await run(createScannerCheck({ host: '127.0.0.1', port: closed }, 5_000))).toMatchObject(refused)
    const patience = { timeoutMs: 300 }
    expect(await run(createRedisCheck(`redis://127.0.0.1:${silent}`, 5_000), patience)).toMatchObject(tooLate)
    expect(await run(createScannerCheck({ host: '127.0.0.1', port: silent }, 5_000), patience)).toMatchObject(tooLate)
  })
})

describe('push services', () => {
  test('are tried by the host that browsers name', () => {
    const hosts = listPushHosts(configure({}).push.services)
    expect(hosts).toEqual([
      'fcm.googleapis.com',
      'jmt17.google.com',
      'updates.push.services.mozilla.com',
      'web.push.apple.com',
    ])
    expect(listPushHosts(['*'])).toEqual([])
  })

  test('at an address that is not public are never connected to', async () => {
    const inside = async () => [{ address: '127.0.0.1', family: 4 }]
    const attempt = tryPushService('push.example', AbortSignal.timeout(5_000), inside)
    await expect(attempt).rejects.toThrow('push.example resolves to an address that is not public')
  })

  test('that cannot be reached are named in a warning', async () => {
    const config = configure({ PUSH_SERVICES: 'push.example' })
    const nowhere = () => Promise.reject(new Error('queryA ENOTFOUND push.example'))
    const found = await run(createPushCheck(config, nowhere))
    expect(found).toMatchObject({
      state: 'warning',
      seen: 'Not reached: push.example (queryA ENOTFOUND push.example).',
    })
  })
})
