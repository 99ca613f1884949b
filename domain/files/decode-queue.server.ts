import { uploadsDecodedAtOnce, uploadsQueuedMax, uploadsQueuedPerAccount } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Scanner } from '#platform/scanner/port.ts'

/** Runs a decode when it is its turn. `owner` is the account that uploaded the file. */
export type DecodeQueue = {
  run<T>(owner: string, decode: () => Promise<T>): Promise<T>
  /** Looks for malware in documents, which stay unchanged. Undefined where the operator has no scanner. */
  scanner?: Scanner | undefined
}

/**
 * The queue of uploaded pictures and documents that wait to be decoded. Decoding a small file can take seconds and uses
 * the same threads as password hashing, so the number of pictures that are decoded at the same time is limited.
 */
export function createDecodeQueue({
  atOnce = uploadsDecodedAtOnce,
  scanner,
}: { atOnce?: number; scanner?: Scanner | undefined } = {}): DecodeQueue {
  /** The owners of uploads that are being decoded or wait for it. */
  const owners: string[] = []
  const waiting: (() => void)[] = []
  let running = 0

  return {
    scanner,
    async run(owner, decode) {
      if (owners.filter((account) => account === owner).length >= uploadsQueuedPerAccount)
        throw new Refusal('files_in_progress')
      if (owners.length >= uploadsQueuedMax) throw new Refusal('too_busy')
      owners.push(owner)
      try {
        // A finished decode lets the first in the queue run next, so that no new decode overtakes it.
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
