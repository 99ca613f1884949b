import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import type { Mailer } from '#platform/mail/port.ts'
import { createSmtpMailer } from '#platform/mail/smtp.ts'
import { PermanentFailure } from '#kernel/permanent-failure.ts'
import { readMessage } from '#tests/mail-message.ts'

const from = 'समझाओ Samjhao <no-reply@samjhao.example>'
const mail = {
  to: 'asha@samjhao.example',
  subject: 'आशा, ₹500 reached your wallet and this subject is so long that every mail library must fold it',
  text: 'नमस्ते आशा,\n\nyou have ₹500.\n.\nThe line above is a dot.',
  html: '<p>नमस्ते आशा, you have ₹500.</p>',
}

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function startServer(options: SMTPServerOptions = {}) {
  const received: { raw: string; envelope: { from: string; to: string[] } }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address)
        const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ raw: Buffer.concat(chunks).toString(), envelope: { from: sender, to } })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { received, port, server }
}

function openMailer(url: string) {
  const mailer = createSmtpMailer({ url, from })
  closers.push(() => mailer.close())
  return mailer
}

test('a mail arrives unchanged, in text and html', async () => {
  const { received, port } = await startServer()
  await openMailer(`smtp://127.0.0.1:${port}`).send(mail, 'key')
  expect(received).toHaveLength(1)
  expect(received[0]?.envelope).toEqual({ from: 'no-reply@samjhao.example', to: ['asha@samjhao.example'] })
  const message = readMessage(received[0]?.raw ?? '')
  expect(message).toMatchObject({ text: mail.text, html: mail.html })
  expect(Object.fromEntries(message.headers)).toMatchObject({
    from: expect.stringContaining('समझाओ Samjhao'),
    to: mail.to,
    subject: mail.subject,
    'auto-submitted': 'auto-generated',
  })
})

test('mails with the same key have the same Message-ID, and mails with different keys do not', async () => {
  const { received, port } = await startServer()
  const mailer = openMailer(`smtp://127.0.0.1:${port}`)
  await mailer.send(mail, 'reset 1')
  await mailer.send({ ...mail, subject: 'again' }, 'reset 1')
  await mailer.send(mail, 'reset 2')
  const ids = received.map(({ raw }) => readMessage(raw).headers.get('message-id'))
  expect(ids[0]).toMatch(/^<[0-9a-f]{32}@samjhao\.example>$/)
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})

test('the user name and password of the URL are used', async () => {
  const { received, port } = await startServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === 'samjhao' && password === 'p@ss word') done(null, { user: username })
      else done(new Error('wrong password'))
    },
  })
  await openMailer(`smtp://samjhao:p%40ss%20word@127.0.0.1:${port}`).send(mail, 'key')
  expect(received).toHaveLength(1)
  const refused = openMailer(`smtp://samjhao:hunter2@127.0.0.1:${port}`).send(mail, 'key')
  await expect(refused).rejects.toThrow(/^(?!.*hunter2).*Invalid login/s)
})

const smtpError = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

test('a permanently refused email address is a permanent failure with its reason, without that email address', async () => {
  const { received, port } = await startServer({
    onRcptTo: ({ address }, _session, done) => done(smtpError(550, `No such user <${address}>`)),
  })
  const failure = await sendAndCatch(openMailer(`smtp://127.0.0.1:${port}`))
  expect(failure).toBeInstanceOf(PermanentFailure)
  expect(failure.message).toBe('The mail server refused the mail permanently: 550 No such user <the address>')
  expect(JSON.stringify(failure) + failure.stack).not.toContain(mail.to)
  expect(received).toEqual([])
})

test('permanently refused content is a permanent failure', async () => {
  const { port } = await startServer({
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => done(smtpError(554, 'We want no spam')))
    },
  })
  const failure = await sendAndCatch(openMailer(`smtp://127.0.0.1:${port}`))
  expect(failure).toBeInstanceOf(PermanentFailure)
  expect(failure.message).toContain('554 We want no spam')
})

test.each<[string, SMTPServerOptions]>([
  ['the recipient temporarily', { onRcptTo: (_to, _session, done) => done(smtpError(451, 'Come back later')) }],
  ['the recipient until we log in', { onRcptTo: (_to, _session, done) => done(smtpError(530, 'Log in first')) }],
  ['our sender', { onMailFrom: (_from, _session, done) => done(smtpError(550, 'Unknown sender')) }],
  ['every connection', { onConnect: (_session, done) => done(smtpError(554, 'No service')) }],
])('a server that refuses %s causes an error that can be retried', async (_what, options) => {
  const { received, port } = await startServer(options)
  const failure = await sendAndCatch(openMailer(`smtp://127.0.0.1:${port}`))
  expect(failure).toBeInstanceOf(Error)
  expect(failure).not.toBeInstanceOf(PermanentFailure)
  expect(received).toEqual([])
})

function sendAndCatch(mailer: Mailer): Promise<Error> {
  return mailer.send(mail, 'key').then(
    () => Promise.reject(new Error('the mail was sent')),
    (error) => error as Error,
  )
}

test('a dropped connection causes an error, and the next mail uses a new connection', async () => {
  const sockets = new Set<Socket>()
  let drops = 1
  const { received, port, server } = await startServer({
    onMailFrom(_address, _session, done) {
      if (drops-- > 0) for (const socket of sockets) socket.destroy()
      else done()
    },
  })
  server.server.on('connection', (socket) => sockets.add(socket))
  const mailer = openMailer(`smtp://127.0.0.1:${port}`)
  await expect(mailer.send(mail, 'key')).rejects.toThrow(/connection/i)
  expect(received).toEqual([])
  await mailer.send(mail, 'key')
  expect(received).toHaveLength(1)
})

test('an unreachable server causes an error', async () => {
  const { port } = await startServer()
  for (const close of closers.splice(0)) await close()
  await expect(openMailer(`smtp://127.0.0.1:${port}`).send(mail, 'key')).rejects.toMatchObject({ code: 'ESOCKET' })
})

test('a server on another machine gets no mail without encryption, but a server on this machine does', async () => {
  const { received, port } = await startServer()
  // 0.0.0.0 reaches this machine, too, but is not one of its names.
  await expect(openMailer(`smtp://0.0.0.0:${port}`).send(mail, 'key')).rejects.toThrow(/STARTTLS|TLS/)
  expect(received).toEqual([])
  await openMailer(`smtp://localhost:${port}`).send(mail, 'key')
  expect(received).toHaveLength(1)
})
