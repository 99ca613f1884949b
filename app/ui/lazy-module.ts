import { type ComponentType, lazy } from 'react'

/** Code that only some pages or users need, loaded on first use. */
type LazyModule<Code> = {
  /** Starts loading. Hydration waits until it has finished. */
  load(): Promise<Code>
  /** Sets the module without loading it, on the server. */
  provide(code: Code): void
  /**
   * Returns a component of the module. The component suspends until the code has loaded, and the current screen stays
   * meanwhile. If loading fails, the component shows the fallback, or throws without a fallback.
   */
  component<Props>(pick: (code: Code) => ComponentType<Props>, fallback?: ComponentType<Props>): ComponentType<Props>
}

/** Modules that are loading or have loaded. */
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
    component: <Props>(pick: (code: Code) => ComponentType<Props>, fallback?: ComponentType<Props>) =>
      lazy(() => {
        const toModule = (loaded: Code) => ({ default: pick(loaded) })
        const toFallback = fallback && (() => ({ default: fallback }))
        return code === undefined ? lazyModule.load().then(toModule, toFallback) : resolveSynchronously(toModule(code))
      }) as unknown as ComponentType<Props>,
  }
  lazyModules.add(lazyModule as LazyModule<unknown>)
  return lazyModule
}

/** Returns a thenable that resolves immediately, because a real promise would make React suspend. */
function resolveSynchronously<Value>(value: Value): Promise<Value> {
  // oxlint-disable-next-line unicorn/no-thenable -- only React sees it
  const thenable = { then: (onValue: (value: Value) => void) => onValue(value) }
  return thenable as unknown as Promise<Value>
}

/** Resolves when all started loads have finished. A failed load is retried on use. */
export async function waitForLazyModules(): Promise<void> {
  await Promise.allSettled(loading)
}

/** For tests, which inspect a page as soon as it is rendered. */
export async function loadAllLazyModules(): Promise<void> {
  await Promise.all([...lazyModules].map((lazyModule) => lazyModule.load()))
}
