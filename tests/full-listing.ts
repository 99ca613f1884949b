import { setTimeout as sleep } from 'node:timers/promises'
import { listingPageSize } from '#kernel/limits.ts'

/** Waits until demo experts fill the first page of the listing, and returns the id of the first expert. */
export async function findListedExpert(origin: string): Promise<string> {
  for (;;) {
    const listing = await (await fetch(`${origin}/experts`)).text()
    const found = new Set(listing.match(/(?<=\/expert\/details\/)[0-9a-f-]{36}/g))
    const [first] = found
    if (first && found.size >= listingPageSize) return first
    await sleep(500)
  }
}
