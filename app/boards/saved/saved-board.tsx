import { useEffect, useRef, useState } from 'react'
import { networkProblem } from '#app/base/network-problem.ts'
import type { BoardViewerProps } from '#app/boards/saved/board-viewer.tsx'
import type { BoardSource } from '#app/boards/saved/load-document.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

type Props = Omit<BoardViewerProps, 'data'> & { source: BoardSource }

type Viewer = (props: BoardViewerProps) => React.ReactNode
type State = 'waiting' | 'loading' | { problem: string } | { Viewer: Viewer; data: Uint8Array }

/** Loading begins at this distance from the visible area. */
const aheadPixels = 300

/** Shows the stored board of a session. Its code and document are loaded when the reader scrolls near it. */
export function SavedBoard({ source, ...rest }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('waiting')
  const load = async () => {
    setState('loading')
    setState(await loadBoard(source))
  }
  const retry = () => {
    // The button disappears.
    box.current?.focus()
    void load()
  }
  const latestLoad = useRef(load)
  useEffect(() => {
    latestLoad.current = load
  })
  useEffect(() => {
    if (!box.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        void latestLoad.current()
      },
      { rootMargin: `${aheadPixels}px 0px` },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const viewer = typeof state === 'object' && 'Viewer' in state && state
  return (
    // The placeholder is as high as the board, so that the page does not shift when the board is shown.
    <div
      ref={box}
      tabIndex={-1}
      className={cx('outline-none noscript:hidden', !viewer && 'grid place-items-center')}
      style={viewer ? undefined : { minHeight: 'calc(min(60svh, 36rem) + 6.5rem)' }}
    >
      {viewer && <viewer.Viewer data={viewer.data} {...rest} />}
      {typeof state === 'object' && 'problem' in state && (
        <Notice
          tone="bad"
          announce
          action={
            <Button variant="outline" size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          {state.problem}
        </Notice>
      )}
      {typeof state === 'string' && (
        <p role="status" className="flex items-center gap-3 text-soft">
          {state === 'loading' && (
            <>
              <Spinner />
              Loading the board…
            </>
          )}
        </p>
      )}
    </div>
  )
}

async function loadBoard(source: BoardSource): Promise<Exclude<State, string>> {
  try {
    const [{ BoardViewer }, { loadDocument }] = await Promise.all([
      import('#app/boards/saved/board-viewer.tsx'),
      import('#app/boards/saved/load-document.ts'),
    ])
    const data = await loadDocument(source)
    if (data instanceof Uint8Array) return { Viewer: BoardViewer, data }
    return { problem: data.refusal.text }
  } catch {
    return { problem: networkProblem.refusal.text }
  }
}
