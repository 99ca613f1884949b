import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calendarRedirectsMax } from '#kernel/limits.ts'
import { createCalendars } from '#platform/calendars/calendars.ts'
import type { CalendarQuery } from '#platform/calendars/port.ts'
import { type CalendarServer, startCalendarServer, writeCalendar } from '#tests/calendars.ts'
import { createSelfSignedCertificate } from '#tests/self-signed-certificate.ts'

const query: CalendarQuery = {
  zone: 'Asia/Kolkata',
  within: { from: Date.parse('2026-11-01T00:00:00Z'), to: Date.parse('2026-12-31T00:00:00Z') },
  ownHost: 'samjhao.example',
  etag: null,
  lastModified: null,
}
const text = writeCalendar(['DTSTART:20261120T040000Z', 'DTEND:20261120T050000Z'])
const busy = [{ from: Date.parse('2026-11-20T04:00:00Z'), to: Date.parse('2026-11-20T05:00:00Z') }]
const certificate = createSelfSignedCertificate()

/** The names that the fake DNS resolves. */
const addresses: Record<string, string[]> = {
  'inward.example.org': ['10.0.0.5'],
  'half-inward.example.org': ['142.250.1.1', '127.0.0.1'],
  'metadata.example.org': ['169.254.169.254'],
  'mapped.example.org': ['::ffff:10.0.0.5'],
  'unique-local.example.org': ['fd00::5'],
}
const findAddresses = async (name: string) => {
  const found = addresses[name]
  if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}
const options = { localHosts: ['127.0.0.1', 'localhost'], findAddresses, timeoutMs: 60_000 }
const calendars = createCalendars(options)
/** Without hosts of the operator’s own network. */
const strict = createCalendars({ ...options, localHosts: [] })

let server: CalendarServer
let secure: CalendarServer
beforeAll(async () => {
  server = await startCalendarServer()
  secure = await startCalendarServer(certificate)
})
beforeEach(() => {
  for (const each of [server, secure]) {
    each.requests.length = 0
    each.serve(text)
  }
})
afterAll(() => Promise.all([server.close(), secure.close()]))

const problemOf = async (reading: Promise<unknown>) => {
  const error = await reading.then(
    () => expect.fail('the calendar was read'),
    (reason: unknown) => reason,
  )
  expect(String(error)).not.toContain('secret')
  return error
}

describe('a calendar', () => {
  test('is read over http and over https, and its server learns nothing about the expert', async () => {
    server.serve(text, { ETag: '"v1"', 'Last-Modified': 'Fri, 20 Nov 2026 04:00:00 GMT' })
    expect(await calendars.read(server.url, query)).toEqual({
      busy,
      skippedEvents: 0,
      etag: '"v1"',
      lastModified: 'Fri, 20 Nov 2026 04:00:00 GMT',
    })
    expect(server.requests).toMatchObject([{ url: '/private/secret.ics' }])
    expect(Object.keys(server.requests[0]?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ])
    const trusting = createCalendars({ ...options, ca: certificate.cert })
    expect(await trusting.read(secure.url, query)).toMatchObject({ busy, etag: null, lastModified: null })
  })

  test('that has not changed is not sent again', async () => {
    server.answerWith((request, response) => {
      const isKnown = request.headers['if-none-match'] === '"v1"' && request.headers['if-modified-since'] === 'then'
      response.writeHead(isKnown ? 304 : 200).end(isKnown ? undefined : text)
    })
    expect(await calendars.read(server.url, { ...query, etag: '"v1"', lastModified: 'then' })).toBe('unchanged')
    expect(await calendars.read(server.url, query)).toMatchObject({ busy })
  })

  test('is found through redirects, but only a few', async () => {
    const redirect = (times: number) =>
      server.answerWith(({ url }, response) => {
        const step = Number(/\d+$/.exec(url ?? '')?.[0] ?? 0)
        if (step < times) response.writeHead(302, { Location: `/step/${step + 1}` }).end()
        else response.writeHead(200).end(text)
      })
    redirect(calendarRedirectsMax)
    expect(await calendars.read(server.url, query)).toMatchObject({ busy })
    server.requests.length = 0
    redirect(calendarRedirectsMax + 1)
    expect(await problemOf(calendars.read(server.url, query))).toMatchObject({ problem: 'too_many_redirects' })
    expect(server.requests).toHaveLength(calendarRedirectsMax + 1)
  })
})

describe('a reading fails with its reason', () => {
  test.each([401, 404, 410, 500, 204, 304])('when the server answers %i', async (status) => {
    server.answerWith((_request, response) => void response.writeHead(status).end())
    expect(await problemOf(calendars.read(server.url, query))).toMatchObject({ problem: 'status', status })
  })

  test('when the answer is no calendar, or compressed without being asked', async () => {
    server.serve('<!doctype html><title>Sign in</title>')
    expect(await problemOf(calendars.read(server.url, query))).toMatchObject({ problem: 'not_a_calendar' })
    server.serve(text, { 'Content-Encoding': 'gzip' })
    expect(await problemOf(calendars.read(server.url, query))).toMatchObject({ problem: 'not_a_calendar' })
  })

  test('when the answer is too large, announced or not', async () => {
    const small = createCalendars({ ...options, maxBytes: 1_000 })
    server.serve('x'.repeat(1_001))
    expect(await problemOf(small.read(server.url, query))).toMatchObject({ problem: 'too_large' })
    server.answerWith((_request, response) => {
      // An endless answer, in pieces.
      const send = () => void (response.destroyed || response.write('x'.repeat(400), () => setImmediate(send)))
      send()
    })
    expect(await problemOf(small.read(server.url, query))).toMatchObject({ problem: 'too_large' })
  })

  test('when the answer breaks off', async () => {
    server.answerWith((_request, response) => {
      response.writeHead(200, { 'Content-Length': '5000' })
      response.write(text, () => response.destroy())
    })
    expect(await problemOf(calendars.read(server.url, query))).toMatchObject({ problem: 'no_connection' })
  })

  test('when the server is silent, or stops in the middle', async () => {
    const impatient = createCalendars({ ...options, timeoutMs: 300 })
    server.answerWith(() => undefined)
    expect(await problemOf(impatient.read(server.url, query))).toMatchObject({ problem: 'no_answer' })
    server.answerWith((_request, response) => void response.writeHead(200).write(text.slice(0, 50)))
    expect(await problemOf(impatient.read(server.url, query))).toMatchObject({ problem: 'no_answer' })
  })

  test('when nothing listens, the name is unknown, or the certificate is not valid', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    expect(await problemOf(calendars.read(`http://127.0.0.1:${port}/x`, query))).toMatchObject({
      problem: 'no_connection',
    })
    expect(await problemOf(calendars.read('https://nowhere.example.org/x', query))).toMatchObject({
      problem: 'unknown_host',
    })
    expect(await problemOf(calendars.read(secure.url, query))).toMatchObject({ problem: 'certificate' })
    expect(secure.requests).toEqual([])
  })

  test('when its events take too long to expand, and the next calendar is read', async () => {
    const impatient = createCalendars({ ...options, parseTimeoutMs: 5_000 })
    server.serve(writeCalendar(['DTSTART:19000101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY']))
    expect(await problemOf(impatient.read(server.url, query))).toMatchObject({ problem: 'too_complex' })
    server.serve(text)
    expect(await impatient.read(server.url, query)).toMatchObject({ busy })
  })
})

describe('a URL of an expert', () => {
  test.each([
    ['https://calendar.example.org/private/a.ics?token=x', 'https://calendar.example.org/private/a.ics?token=x'],
    ['  webcal://calendar.example.org/a.ics ', 'https://calendar.example.org/a.ics'],
    ['WEBCALS://Calendar.example.org/a.ics#today', 'https://calendar.example.org/a.ics'],
    ['https://calendar.example.org:443/a.ics', 'https://calendar.example.org/a.ics'],
  ])('is accepted: %s', (typed, url) => expect(strict.checkUrl(typed)).toEqual({ url }))

  test.each([
    ['http://calendar.example.org/a.ics', 'invalid'],
    ['calendar.example.org/a.ics', 'invalid'],
    ['file:///etc/passwd', 'invalid'],
    ['ftp://calendar.example.org/a.ics', 'invalid'],
    ['javascript:alert(1)', 'invalid'],
    ['https://', 'invalid'],
    ['', 'invalid'],
    [`https://calendar.example.org/${'x'.repeat(2_000)}`, 'invalid'],
    ['https://asha:secret@calendar.example.org/a.ics', 'credentials'],
    ['webcal://asha@calendar.example.org/a.ics', 'credentials'],
    ['https://calendar.example.org:8443/a.ics', 'private'],
    ['https://127.0.0.1/a.ics', 'private'],
    ['https://2130706433/a.ics', 'private'],
    ['https://0x7f.1/a.ics', 'private'],
    ['https://8.8.8.8/a.ics', 'private'],
    ['https://169.254.169.254/latest/meta-data', 'private'],
    ['https://[::1]/a.ics', 'private'],
    ['https://[fd00::5]/a.ics', 'private'],
    ['https://[::ffff:10.0.0.5]/a.ics', 'private'],
    ['https://localhost/a.ics', 'private'],
    ['https://localhost./a.ics', 'private'],
    ['https://calendar.localhost/a.ics', 'private'],
    ['https://database/a.ics', 'private'],
    ['https://printer.local/a.ics', 'private'],
    ['https://metadata.google.internal/a.ics', 'private'],
  ])('is refused: %s', async (typed, problem) => {
    expect(strict.checkUrl(typed)).toEqual({ problem })
    expect(await problemOf(strict.read(typed, query))).toMatchObject({ problem: 'private_host' })
  })

  test('of the operator’s own network is accepted if the operator has named the host', () => {
    expect(calendars.checkUrl(server.url)).toEqual({ url: server.url })
    expect(calendars.checkUrl('webcal://127.0.0.1:8443/a.ics')).toEqual({ url: 'https://127.0.0.1:8443/a.ics' })
    expect(calendars.checkUrl('http://127.0.0.2/a.ics')).toEqual({ problem: 'invalid' })
    expect(calendars.checkUrl('http://asha:secret@127.0.0.1/a.ics')).toEqual({ problem: 'credentials' })
  })

  test.each(Object.keys(addresses))(
    'whose name has an address that is not public gets no connection: %s',
    async (name) => {
      expect(await problemOf(calendars.read(`https://${name}/secret.ics`, query))).toMatchObject({
        problem: 'private_host',
      })
    },
  )

  test('is resolved once for each connection, so no other address can be opened than the one that was checked', async () => {
    const lookups: string[] = []
    const counting = createCalendars({
      ...options,
      findAddresses(name) {
        lookups.push(name)
        return findAddresses(name)
      },
    })
    await problemOf(counting.read('https://inward.example.org/secret.ics', query))
    expect(lookups).toEqual(['inward.example.org'])
    expect(server.requests).toEqual([])
  })

  test.each([
    ['https://10.0.0.5/secret.ics', 'bad_redirect'],
    ['http://calendar.example.org/secret.ics', 'bad_redirect'],
    ['https://calendar.example.org:8443/secret.ics', 'bad_redirect'],
    ['https://asha:secret@calendar.example.org/', 'bad_redirect'],
    ['file:///etc/passwd', 'bad_redirect'],
    ['https://[', 'bad_redirect'],
    ['https://inward.example.org/secret.ics', 'private_host'],
  ])('may not redirect to %s', async (location, problem) => {
    server.answerWith((_request, response) => void response.writeHead(302, { Location: location }).end())
    expect(await problemOf(calendars.read(server.url, query))).toMatchObject({ problem })
  })
})
