import { type ComponentType, lazy } from 'react'

/** Code that only some pages or viewers need, loaded when it is used. */
export type LazyModule<Code> = {
  /** Begins to load it. A page that React has not taken over yet waits for that. */
  load(): Promise<Code>
  /** Where all code is there from the start: on the server. */
  provide(code: Code): void
  /** One of its components. Until the code is there it is waited for, and what is on the screen stays meanwhile. */
  component<Props>(pick: (code: Code) => ComponentType<Props>): ComponentType<Props>
}

/** What was begun to load. */
const loading = new Set<Promise<unknown>>()
const lazyModules = new Set<LazyModule<unknown>>()

export function createLazyModule<Code>(load: () => Promise<Code>): LazyModule<Code> {
  let code: Code | undefined
  let loadingModule: Promise<Code> | undefined
  const lazyModule: LazyModule<Code> = {
    load() {
      if (code !== undefined) return Promise.resolve(code)
      loadingModule ??= load().then(
        (loaded) => (code = loaded),
        (error: unknown) => {
          loadingModule = undefined
          throw error
        },
      )
      loading.add(loadingModule)
      return loadingModule
    },
    provide(provided) {
      code = provided
    },
    component: <Props>(pick: (code: Code) => ComponentType<Props>) =>
      lazy(() => {
        const toModule = (loaded: Code) => ({ default: pick(loaded) })
        return code === undefined ? lazyModule.load().then(toModule) : resolvedNow(toModule(code))
      }) as unknown as ComponentType<Props>,
  }
  lazyModules.add(lazyModule as LazyModule<unknown>)
  return lazyModule
}

/** Answers at once, where a promise would make React wait. */
function resolvedNow<Value>(value: Value): Promise<Value> {
  // oxlint-disable-next-line unicorn/no-thenable -- only React sees it
  const now = { then: (onValue: (value: Value) => void) => onValue(value) }
  return now as unknown as Promise<Value>
}

/** Everything that has begun to load is there. What has failed is tried again where it is used. */
export async function whenLazyModulesLoaded(): Promise<void> {
  await Promise.allSettled(loading)
}

/** For tests, which look at a page as soon as it is rendered. */
export async function loadAllLazyModules(): Promise<void> {
  await Promise.all([...lazyModules].map((lazyModule) => lazyModule.load()))
}
