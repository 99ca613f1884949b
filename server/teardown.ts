export type Step = { name: string; run(): void | Promise<void> }

/**
 * The HTTP server takes its port before anything else is opened, and is closed in between: after what keeps connections or works by
 * itself, which ends first, and before what requests need.
 */
const layers = ['above http', 'http', 'below http'] as const
export type Layer = (typeof layers)[number]

export type Teardown = ReturnType<typeof createTeardown>

/** What is open: a stack for each layer, because what was opened last is closed first. */
export function createTeardown() {
  const stacks: Record<Layer, Step[]> = { 'above http': [], http: [], 'below http': [] }
  return {
    add(layer: Layer, name: string, run: Step['run']): void {
      stacks[layer].push({ name, run })
    },
    /** The next to close; also what has been opened since the closing began. */
    next(): Step | undefined {
      return layers
        .map((layer) => stacks[layer])
        .find((stack) => stack.length > 0)
        ?.pop()
    },
  }
}
