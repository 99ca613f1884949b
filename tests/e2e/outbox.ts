import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { dataDir } from '#tests/e2e/database.ts'

const outbox = join(dataDir, 'outbox')

/** The link in the latest mail to this address, as soon as there is one. */
export async function linkMailedTo(address: string): Promise<string> {
  let link = ''
  await expect
    .poll(
      async () => {
        const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.json'))
        for (const name of names.toSorted().toReversed()) {
          const mail = JSON.parse(await readFile(join(outbox, name), 'utf8'))
          if (mail.to === address) link = /\/reset-password\/[\w-]+/.exec(mail.text)?.[0] ?? ''
          if (link) break
        }
        return link
      },
      { timeout: 15_000 },
    )
    .not.toBe('')
  return link
}
