import { setTimeout as sleep } from 'node:timers/promises'
import { listingPageSize } from '#kernel/limits.ts'

/** Waits until all demo experts are online, which takes a moment after the start, and returns the first one. */
export async function findListedExpert(origin: string): Promise<string> {
  for (;;) {
    const listing = await (await fetch(`${origin}/experts`)).text()
    const found = new Set(listing.match(/(?<=\/expert\/details\/)[0-9a-f-]{36}/g))
    const [first] = found
    if (first && found.size >= listingPageSize) return first
    await sleep(500)
  }
}
