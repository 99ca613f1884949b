type Step = { name: string; run(): void | Promise<void> }

/**
 * The HTTP server binds its port first and closes in the middle: after sockets and background work, which end first,
 * and before the services that requests need.
 */
const layers = ['above http', 'http', 'below http'] as const
export type Layer = (typeof layers)[number]

export type Teardown = ReturnType<typeof createTeardown>

/** Open resources: one stack per layer, because the last one opened is closed first. */
export function createTeardown() {
  const stacks: Record<Layer, Step[]> = { 'above http': [], http: [], 'below http': [] }
  return {
    add(layer: Layer, name: string, run: Step['run']): void {
      stacks[layer].push({ name, run })
    },
    /** Returns the next step, including those added since the teardown began. */
    next(): Step | undefined {
      return layers
        .map((layer) => stacks[layer])
        .find((stack) => stack.length > 0)
        ?.pop()
    },
  }
}
