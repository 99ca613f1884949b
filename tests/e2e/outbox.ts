import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { products } from '#tests/e2e/products.ts'

const outbox = join(products.pages.dataDir, 'outbox')

type Mail = { to: string; subject: string; text: string }

/** Waits for a mail to this address and returns the link in the latest one. */
export async function linkMailedTo(address: string): Promise<string> {
  let link = ''
  const readMails = async () => {
    const [latest] = (await listMailsTo(address)).flatMap(({ text }) => /\/reset-password\/[\w-]+/.exec(text) ?? [])
    link = latest ?? ''
    return link
  }
  await expect.poll(readMails, { timeout: 15_000 }).not.toBe('')
  return link
}

export async function listSubjectsMailedTo(address: string): Promise<string[]> {
  return (await listMailsTo(address)).map(({ subject }) => subject)
}

/** Lists the mails to this address, latest first. */
async function listMailsTo(address: string): Promise<Mail[]> {
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json'))
  const mails = await Promise.all(
    names.toSorted().map(async (name): Promise<Mail> => JSON.parse(await readFile(join(outbox, name), 'utf8'))),
  )
  return mails.filter(({ to }) => to === address).toReversed()
}
