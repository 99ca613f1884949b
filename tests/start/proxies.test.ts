import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get as getHttp, type IncomingMessage } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { get as getHttps, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '#scripts/free-port.mjs'
import { startDemo } from '#tests/demo.ts'
import { startHaproxy } from '#tests/haproxy.ts'
import { startNginx } from '#tests/nginx.ts'
import { type Product, removeData } from '#tests/product.ts'

// One real product behind each of the two load balancers in turn, over TLS.
const folder = mkdtempSync(join(tmpdir(), 'samjhao-proxies-'))
const certificate = { file: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
/** Certificate and key in one file, for HAProxy. */
const pem = join(folder, 'both.pem')
let ports: Record<'haproxy' | 'nginx' | 'redirect' | 'closed', number>
let product: Product
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  const options = `-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost`.split(' ')
  const names = ['-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', certificate.key, '-out', certificate.file]
  execFileSync('openssl', ['req', '-x509', ...options, ...names, ...files], { stdio: 'ignore' })
  writeFileSync(pem, readFileSync(certificate.file, 'utf8') + readFileSync(certificate.key, 'utf8'))
  ports = { haproxy: await freePort(), nginx: await freePort(), redirect: await freePort(), closed: await freePort() }
})
afterAll(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
  rmSync(folder, { recursive: true })
})

async function startProductBehind(port: number): Promise<Product> {
  product = await startDemo({ PUBLIC_ORIGIN: `https://localhost:${port}`, TRUSTED_PROXIES: '127.0.0.1' })
  stops.push(async () => {
    await product.stop('SIGKILL')
    await removeData(product)
  })
  await product.ready
  return product
}

const trust = () => ({ ca: readFileSync(certificate.file), servername: 'localhost' })

async function getPage(port: number, path: string, options: RequestOptions = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    getHttps({ host: '127.0.0.1', port, path, ...trust(), ...options }, resolve).on('error', reject)
  })
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

async function expectHello(port: number): Promise<WebSocket> {
  const socket = new WebSocket(`wss://localhost:${port}/live`, { ...trust(), origin: `https://localhost:${port}` })
  const received: string[] = []
  socket.on('message', (raw) => received.push(String(raw)))
  await expect.poll(() => received[0]).toMatch(/"type":"hello"/)
  return socket
}

/** What each of them must do with the one product behind it. */
async function expectService(port: number): Promise<void> {
  const page = await getPage(port, '/experts', { headers: { Host: `localhost:${port}` } })
  expect(page.status).toBe(200)
  expect(page.body).toContain('</html>')
  expect(page.headers['strict-transport-security']).toContain('max-age=')
  const socket = await expectHello(port)
  socket.close()
  const session = connectHttp2(`https://localhost:${port}`, trust())
  const status = await new Promise<unknown>((resolve, reject) => {
    session.on('error', reject)
    session.request({ ':path': '/healthz' }).on('response', (headers) => resolve(headers[':status']))
  })
  session.close()
  expect(status).toBe(200)
}

async function expectClientAddress(port: number): Promise<void> {
  const path = `/no-such-page-${port}`
  // The address of the proxies is trusted, so the client has another, and claims a third.
  const headers = { Host: `localhost:${port}`, 'X-Forwarded-For': '6.6.6.6' }
  await getPage(port, path, { headers, localAddress: '127.0.0.2' })
  const findLine = () =>
    product
      .output()
      .split('\n')
      .find((line) => line.includes(path) && line.includes('"msg":"served"'))
  await expect.poll(findLine).toContain('"from":"127.0.0.2"')
}

describe('HAProxy', () => {
  test('serves pages and sockets over TLS with the line that its configuration suggests', async () => {
    const own = readFileSync('deploy/haproxy.cfg', 'utf8')
    const [, suggested] = /https: (bind :443 ssl crt \/etc\/haproxy\/samjhao\.pem .+)$/m.exec(own) ?? []
    const bind = suggested?.replace(':443', `127.0.0.1:${ports.haproxy}`).replace('/etc/haproxy/samjhao.pem', pem)
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, own.replace('bind "${BIND}"', String(bind)))
    writeFileSync(join(folder, 'unavailable.http'), readFileSync('deploy/unavailable.http'))
    const { port } = await startProductBehind(ports.haproxy)
    const node = (each: number) => `127.0.0.1:${each}`
    const proxy = await startHaproxy(file, {
      BIND: node(ports.haproxy),
      NODE_1: node(port),
      NODE_2: node(ports.closed),
      NODE_3: node(ports.closed),
    })
    stops.push(proxy.stop)
    await expect.poll(async () => (await getPage(ports.haproxy, '/healthz')).status).toBe(200)
    await expectService(ports.haproxy)
    await expectClientAddress(ports.haproxy)
  })
})

describe('nginx', () => {
  test('serves pages and sockets over TLS, and its own text when no node is there', async () => {
    const { port } = await startProductBehind(ports.nginx)
    const proxy = await startNginx({
      port: ports.nginx,
      httpPort: ports.redirect,
      // The second node does not answer, so its requests go to the first.
      nodePorts: [port, ports.closed],
      certificate,
    })
    stops.push(proxy.stop)
    await expectService(ports.nginx)
    await expectClientAddress(ports.nginx)
    const redirected = await new Promise<IncomingMessage>((resolve, reject) => {
      getHttp(
        { host: '127.0.0.1', port: ports.redirect, path: '/experts', headers: { Host: 'localhost' } },
        resolve,
      ).on('error', reject)
    })
    redirected.resume()
    expect([redirected.statusCode, redirected.headers.location]).toEqual([301, 'https://localhost/experts'])
    const socket = await expectHello(ports.nginx)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await product.stop()
    await closed
    const without = await getPage(ports.nginx, '/experts')
    expect(without.status).toBe(503)
    expect(without.headers['retry-after']).toBe('5')
    expect(without.body).toContain('temporarily unavailable')
  })
})
