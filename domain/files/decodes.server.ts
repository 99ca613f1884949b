import { decodesAtOnce, decodesQueuedMax, decodesQueuedPerAccount } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Scanner } from '#platform/scanner/port.ts'

/** Runs a decode when it is its turn. `owner` is the account that uploaded the file. */
export type Decodes = {
  run<T>(owner: string, decode: () => Promise<T>): Promise<T>
  /** Looks for malware in documents, which stay unchanged. Undefined where the operator has no scanner. */
  scanner?: Scanner | undefined
}

/**
 * The queue of uploaded pictures and documents that wait to be decoded. Decoding a small file can take seconds and uses
 * the same threads as password hashing, so the number of concurrent decodes is limited.
 */
export function createDecodes({
  atOnce = decodesAtOnce,
  scanner,
}: { atOnce?: number; scanner?: Scanner | undefined } = {}): Decodes {
  /** The owners of running and waiting decodes. */
  const owners: string[] = []
  const waiting: (() => void)[] = []
  let running = 0

  return {
    scanner,
    async run(owner, decode) {
      if (owners.filter((account) => account === owner).length >= decodesQueuedPerAccount)
        throw new Refusal('files_in_progress')
      if (owners.length >= decodesQueuedMax) throw new Refusal('too_busy')
      owners.push(owner)
      try {
        // A finished decode gives its place to the first in the queue, so that no new decode overtakes it.
        if (running < atOnce) running += 1
        else await new Promise<void>((resolve) => waiting.push(resolve))
        try {
          return await decode()
        } finally {
          const next = waiting.shift()
          if (next) next()
          else running -= 1
        }
      } finally {
        owners.splice(owners.indexOf(owner), 1)
      }
    },
  }
}
