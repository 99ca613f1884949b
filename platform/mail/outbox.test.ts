import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outboxMailsMax } from '#kernel/limits.ts'
import { createOutboxMailer, listOutbox, readOutbox } from '#platform/mail/outbox.ts'
import { readMessage } from '#tests/mail-message.ts'

const mail = {
  to: 'asha@samjhao.example',
  subject: 'आशा, you have ₹500',
  text: 'Hello आशा\n\nhttps://samjhao.example/x',
  html: '<p>Hello आशा</p>',
}

let folder: string
let dir: string
let now: Date
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samjhao-outbox-'))
  dir = join(folder, 'outbox')
  now = new Date('2026-11-14T10:20:30.400Z')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function createMailer(maxMails?: number) {
  const clock = { now: () => now }
  return createOutboxMailer({ dir, from: 'Samjhao <no-reply@samjhao.example>', clock, maxMails })
}

test('a new outbox is empty', async () => {
  expect(await listOutbox(dir)).toEqual([])
})

test('a mail becomes a message file for mail programs and can be read back', async () => {
  await createMailer().send(mail, 'key 1')
  const [first, ...others] = await listOutbox(dir)
  expect(others).toEqual([])
  expect(first).toMatchObject({ ...mail, at: now })
  expect(await readOutbox(dir, first?.name ?? '')).toEqual(first)

  const message = readMessage(await readFile(join(dir, `${first?.name}.eml`), 'utf8'))
  expect(message).toMatchObject({ text: mail.text, html: mail.html })
  expect(Object.fromEntries(message.headers)).toMatchObject({
    from: 'Samjhao <no-reply@samjhao.example>',
    to: mail.to,
    subject: mail.subject,
    date: 'Sat, 14 Nov 2026 10:20:30 +0000',
    'message-id': expect.stringMatching(/^<[0-9a-f]{32}@samjhao\.example>$/),
  })
})

test('a calendar entry is attached and can be read back', async () => {
  const calendar = { method: 'CANCEL', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' } as const
  await createMailer().send({ ...mail, calendar }, 'key 1')
  const [first] = await listOutbox(dir)
  expect(first?.calendar).toEqual(calendar)
  const message = await readFile(join(dir, `${first?.name}.eml`), 'utf8')
  expect(message).toMatch(/content-type: text\/calendar; charset=utf-8; method=CANCEL/i)
  expect(message).toMatch(/filename=session\.ics/i)
  expect(message).toContain(Buffer.from(calendar.content).toString('base64'))
})

test('the list is newest first and respects the limit', async () => {
  const mailer = createMailer()
  for (const subject of ['first', 'second', 'third']) {
    await mailer.send({ ...mail, subject }, subject)
    now = new Date(now.getTime() + 1)
  }
  const mails = await listOutbox(dir, 2)
  expect(mails.map(({ subject }) => subject)).toEqual(['third', 'second'])
})

test('the newest mails keep both of their files, and other files are not deleted', async () => {
  const mailer = createMailer(3)
  const otherMailer = createMailer(3)
  await mailer.send(mail, 'zero')
  const [incomplete] = await listOutbox(dir)
  await rm(join(dir, `${incomplete?.name}.json`))
  await writeFile(join(dir, 'notes.txt'), 'mine')
  for (const subject of ['first', 'second', 'third', 'fourth']) {
    now = new Date(now.getTime() + 1)
    await Promise.all([
      mailer.send({ ...mail, subject }, subject),
      otherMailer.send({ ...mail, subject }, `${subject} again`),
    ])
  }
  const kept = await listOutbox(dir)
  expect(kept.map(({ subject }) => subject)).toEqual(['fourth', 'fourth', 'third'])
  const files = kept.flatMap(({ name }) => [`${name}.eml`, `${name}.json`])
  expect((await readdir(dir)).toSorted()).toEqual([...files, 'notes.txt'].toSorted())
})

test('five hundred mails are kept by default', async () => {
  const mailer = createMailer()
  await mailer.send(mail, 'key')
  const nameAt = (number: number) => `2025-01-01T00-00-00-${String(number).padStart(3, '0')}Z-0123456789ab`
  const names = Array.from({ length: outboxMailsMax }, (_, number) => nameAt(number))
  await Promise.all(names.map((name) => writeFile(join(dir, `${name}.json`), '{}')))
  now = new Date(now.getTime() + 1)
  await mailer.send(mail, 'another key')
  const kept = (await readdir(dir)).filter((file) => file.endsWith('.json')).toSorted()
  expect(kept).toHaveLength(outboxMailsMax)
  expect(kept[0]).toBe(`${nameAt(2)}.json`)
})

test('only the owner may read the mails', async () => {
  await createMailer().send(mail, 'key')
  const modes = [dir, ...(await readdir(dir)).map((file) => join(dir, file))].map(
    async (path) => (await stat(path)).mode & 0o077,
  )
  expect(await Promise.all(modes)).toEqual([0, 0, 0])
})

test.each(['../secret', '..%2fsecret', 'secret', '', '2026-11-14T10-20-30-400Z-0123456789ab/../../secret'])(
  'the name %o is refused',
  async (name) => {
    await createMailer().send(mail, 'key')
    await writeFile(join(folder, 'secret.json'), '{}')
    await writeFile(join(dir, 'secret.json'), '{}')
    expect(await readOutbox(dir, name)).toBeUndefined()
  },
)

test('reading a valid name that does not exist returns nothing', async () => {
  expect(await readOutbox(dir, '2026-11-14T10-20-30-400Z-0123456789ab')).toBeUndefined()
})

test('line breaks in an email address or a subject do not become headers', async () => {
  const sneaky = {
    ...mail,
    subject: 'Hello\r\nBcc: eve@evil.example',
    to: 'asha@samjhao.example\r\nBcc: eve@evil.example',
  }
  await createMailer().send(sneaky, 'key')
  const [first] = await listOutbox(dir)
  const { headers } = readMessage(await readFile(join(dir, `${first?.name}.eml`), 'utf8'))
  expect(headers.has('bcc')).toBe(false)
})
