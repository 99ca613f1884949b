import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { handleOneAtATime, waitingMax } from '#server/one-at-a-time.ts'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

async function serve(listener: RequestListener) {
  const server = createServer(handleOneAtATime(listener)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close().closeAllConnections())
  return () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    ends.push(() => socket.destroy())
    return socket
  }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`

test('requests that a client sends at the same time are handled one after the other, other clients do not wait', async () => {
  const started: string[] = []
  const answers: (() => void)[] = []
  const open = await serve((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      started.push(`${request.url} ${body}`)
      answers.push(() => response.end(`answer to ${request.url}.`))
    })
  })
  let received = ''
  const client = open().on('data', (text) => (received += String(text)))
  client.write(get('/1') + post('/2', 'text') + get('/3'))
  await expect.poll(() => started).toEqual(['/1 '])
  open().write(get('/other'))
  await expect.poll(() => started).toEqual(['/1 ', '/other '])
  answers[0]?.()
  await expect.poll(() => started).toEqual(['/1 ', '/other ', '/2 text'])
  answers[2]?.()
  await expect.poll(() => started).toHaveLength(4)
  answers[3]?.()
  await expect
    .poll(() => received.match(/answer to \/\d\./g))
    .toEqual(['answer to /1.', 'answer to /2.', 'answer to /3.'])
  // The next request does not wait for a request that is done.
  client.write(get('/4'))
  await expect.poll(() => started.at(-1)).toBe('/4 ')
})

test('waiting requests of a closed connection are not handled', async () => {
  let handled = 0
  const closed: Promise<unknown>[] = []
  const open = await serve((_request, response) => {
    handled += 1
    closed.push(once(response, 'close'))
  })
  const client = open()
  client.write(get('/').repeat(3))
  await expect.poll(() => handled).toBe(1)
  client.resetAndDestroy()
  await closed[0]
  open().write(get('/'))
  await expect.poll(() => handled).toBe(2)
})

test('a client with too many waiting requests is disconnected', async () => {
  let handled = 0
  const open = await serve(() => (handled += 1))
  const [patient, impatient] = [open(), open()]
  patient.write(get('/').repeat(1 + waitingMax))
  impatient.write(get('/').repeat(2 + waitingMax))
  await once(impatient, 'close')
  await expect.poll(() => handled).toBe(2)
  expect(patient.destroyed).toBe(false)
})
