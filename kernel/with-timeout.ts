type Options = { ms: number; onFailure(error: unknown): void }

/** What somebody else answers, or nothing when that fails or takes too long: for pages that show many things of many kinds. */
export async function withTimeout<Value>(
  work: Promise<Value>,
  { ms, onFailure }: Options,
): Promise<Value | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  const known = work.catch((error: unknown) => {
    onFailure(error)
    return null
  })
  return Promise.race([known, late]).finally(() => clearTimeout(timer))
}
