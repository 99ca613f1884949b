import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { outboxMailsMax } from '#kernel/limits.ts'
import type { Clock } from '#kernel/time.ts'
import { hashKey, toMessage } from '#platform/mail/message.ts'
import type { Mail, Mailer } from '#platform/mail/port.ts'

export type OutboxMail = Mail & { name: string; at: Date }

type Options = { dir: string; from: string; clock: Clock; maxMails?: number }

/**
 * Without a configured mail server, mails become files: `.eml` for mail programs, and `.json` for the product to read
 * back. Only the newest are kept.
 */
export function createOutboxMailer({ dir, from, clock, maxMails = outboxMailsMax }: Options): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail, key) {
      const now = clock.now()
      const at = now.toISOString()
      const name = `${at.replaceAll(/[:.]/g, '-')}-${hashKey(key).slice(0, 12)}`
      const { message } = await transport.sendMail({ ...toMessage(mail, { from, key }), date: now })
      // Mails contain links that give access to accounts.
      await mkdir(dir, { recursive: true, mode: 0o700 })
      await writeFile(join(dir, `${name}.eml`), message, { mode: 0o600 })
      const { to, subject, text, html, calendar } = mail
      await writeFile(join(dir, `${name}.new`), JSON.stringify({ to, subject, text, html, calendar, at }), {
        mode: 0o600,
      })
      await rename(join(dir, `${name}.new`), join(dir, `${name}.json`))
      await prune(dir, maxMails)
    },
  }
}

/** Deletes all files of old names, including incomplete mails. Other processes may prune at the same time. */
async function prune(dir: string, maxMails: number): Promise<void> {
  const files = await readdir(dir)
  const names = [...new Set(files.map(removeExtension))].filter(isName).toSorted()
  const old = new Set(names.slice(0, -maxMails))
  const superfluous = files.filter((file) => old.has(removeExtension(file)))
  await Promise.all(superfluous.map((file) => rm(join(dir, file), { force: true })))
}

function removeExtension(file: string): string {
  return file.replace(/\.\w+$/, '')
}

/** Newest first. */
export async function listOutbox(dir: string, limit = 100): Promise<OutboxMail[]> {
  const files = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = files.filter((file) => file.endsWith('.json')).map(removeExtension)
  const newest = names.filter(isName).toSorted().toReversed().slice(0, limit)
  const mails = await Promise.all(newest.map((name) => readOutbox(dir, name)))
  return mails.filter((mail) => mail !== undefined)
}

export async function readOutbox(dir: string, name: string): Promise<OutboxMail | undefined> {
  if (!isName(name)) return undefined
  const text = await readFile(join(dir, `${name}.json`), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const stored = JSON.parse(text) as Mail & { at: string }
  return { ...stored, name, at: new Date(stored.at) }
}

/** Names come from URLs; this pattern cannot leave the folder. */
function isName(name: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[0-9a-f]{12}$/.test(name)
}
