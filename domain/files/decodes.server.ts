import { decodesAtOnce, decodesInLineMax, decodesInLineOfAccount } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'

/** Runs a decode when it is its turn. `owner` is the account that uploaded the file. */
export type Decodes = { run<T>(owner: string, decode: () => Promise<T>): Promise<T> }

/**
 * The line in which uploaded pictures and documents wait to be decoded. A small file can take seconds, and decoding
 * shares the threads of the process with the check of passwords, so all but a few of them stay free.
 */
export function createDecodes({ atOnce = decodesAtOnce } = {}): Decodes {
  /** The owners of running and waiting decodes. */
  const owners: string[] = []
  const waiting: (() => void)[] = []
  let running = 0

  return {
    async run(owner, decode) {
      if (owners.filter((other) => other === owner).length >= decodesInLineOfAccount)
        throw new Refusal('files_in_progress')
      if (owners.length >= decodesInLineMax) throw new Refusal('too_busy')
      owners.push(owner)
      try {
        // A finished decode passes its turn on, so nobody overtakes.
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
