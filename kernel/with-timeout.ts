type Options = { ms: number; onFailure(error: unknown): void }

/** Returns the result, or null when the work fails or times out. For pages that combine many independent parts. */
export async function withTimeout<Value>(work: Promise<Value>, { ms, onFailure }: Options): Promise<Value | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  const result = work.catch((error: unknown) => {
    onFailure(error)
    return null
  })
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer))
}
