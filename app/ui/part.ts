import { type ComponentType, lazy } from 'react'

/** Code that only some pages or viewers need, loaded when it is used. */
export type Part<Code> = {
  /** Begins to load it. A page that React has not taken over yet waits for that. */
  load(): Promise<Code>
  /** Where all code is there from the start: on the server. */
  provide(code: Code): void
  /** One of its components. Until the code is there it is waited for, and what is on the screen stays meanwhile. */
  component<Props>(pick: (code: Code) => ComponentType<Props>): ComponentType<Props>
}

/** What was begun to load. */
const loading = new Set<Promise<unknown>>()
const parts = new Set<Part<unknown>>()

export function createPart<Code>(load: () => Promise<Code>): Part<Code> {
  let code: Code | undefined
  let coming: Promise<Code> | undefined
  const part: Part<Code> = {
    load() {
      if (code !== undefined) return Promise.resolve(code)
      coming ??= load().then(
        (loaded) => (code = loaded),
        (error: unknown) => {
          coming = undefined
          throw error
        },
      )
      loading.add(coming)
      return coming
    },
    provide(provided) {
      code = provided
    },
    component: <Props>(pick: (code: Code) => ComponentType<Props>) =>
      lazy(() => {
        const toModule = (loaded: Code) => ({ default: pick(loaded) })
        return code === undefined ? part.load().then(toModule) : answered(toModule(code))
      }) as unknown as ComponentType<Props>,
  }
  parts.add(part as Part<unknown>)
  return part
}

/** Answers at once, where a promise would make React wait. */
function answered<Value>(value: Value): Promise<Value> {
  // oxlint-disable-next-line unicorn/no-thenable -- only React sees it
  const now = { then: (hear: (value: Value) => void) => hear(value) }
  return now as unknown as Promise<Value>
}

/** Everything that has begun to load is there. What has failed is tried again where it is used. */
export async function whenPartsAreLoaded(): Promise<void> {
  await Promise.allSettled(loading)
}

/** For tests, which look at a page as soon as it is rendered. */
export async function loadEveryPart(): Promise<void> {
  await Promise.all([...parts].map((part) => part.load()))
}
