import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { products } from '#tests/e2e/products.ts'

const outbox = join(products.pages.dataDir, 'outbox')

type Mail = { to: string; subject: string; text: string }

/** Waits for a mail to this email address and returns the link in the latest one. */
export async function linkMailedTo(email: string): Promise<string> {
  let link = ''
  const readMails = async () => {
    const [latest] = (await listMailsTo(email)).flatMap(({ text }) => /\/reset-password\/[\w-]+/.exec(text) ?? [])
    link = latest ?? ''
    return link
  }
  await expect.poll(readMails, { timeout: 15_000 }).not.toBe('')
  return link
}

export async function listSubjectsMailedTo(email: string): Promise<string[]> {
  return (await listMailsTo(email)).map(({ subject }) => subject)
}

/** Lists the mails to this email address, latest first. */
async function listMailsTo(email: string): Promise<Mail[]> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json'))
  const mails = await Promise.all(
    names.toSorted().map(async (name): Promise<Mail> => JSON.parse(await readFile(join(outbox, name), 'utf8'))),
  )
  return mails.filter(({ to }) => to === email).toReversed()
}
