import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

type Options<Props> = {
  load(): Promise<ComponentType<Props>>
  /** Shown while the code loads. */
  loading?: ReactNode
  /** Shown when the code could not be loaded, or when the part failed. `failures`: the number of failures so far. */
  Failed: ComponentType<Props & { failures: number; onRetry(): void }>
}

/**
 * A part of a page whose code is loaded when it is shown. When it fails, the rest of the page stays, and it can be
 * loaded again: `lazy` alone remembers a failure forever.
 */
export function createLazyPart<Props extends object>({ load, loading, Failed }: Options<Props>): ComponentType<Props> {
  const start = () => lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  let Loaded = start()
  return function LazyPart(props: Props) {
    const [{ Part, failures }, setAttempt] = useState({ Part: Loaded, failures: 0 })
    const onRetry = () => setAttempt({ Part: Loaded, failures: failures + 1 })
    return (
      <FailureBoundary
        key={failures}
        failed={<Failed {...props} failures={failures + 1} onRetry={onRetry} />}
        onFailure={() => (Loaded = start())}
      >
        <Suspense fallback={loading}>
          <Part {...props} />
        </Suspense>
      </FailureBoundary>
    )
  }
}

type BoundaryProps = { failed: ReactNode; onFailure(): void; children: ReactNode }

class FailureBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(): void {
    this.props.onFailure()
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.failed : this.props.children
  }
}
