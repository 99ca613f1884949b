import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { createPart } from '#app/ui/part.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/**
 * A part of a page that only its props can change, such as a drawing or a list of links. The server renders it, and a browser keeps
 * that as it stands, without its code, until the props change or somebody comes from another page. Nothing is shown in between: with
 * no boundary around it, the page waits for the code.
 */
export function still<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Drawn = createPart(load).component((component) => component)
  return function Still(props: Props) {
    const [isKept, setIsKept] = useState(!useHydrated())
    const [first] = useState(props)
    if (isKept && !isSame(first, props)) setIsKept(false)
    const element = useRef<HTMLDivElement>(null)
    useLinks(element, isKept)
    if (isKept && !import.meta.env.SSR) {
      // React leaves alone what is inside of an element whose HTML was given to it, even if that is none.
      return (
        <div
          key="kept"
          ref={element}
          className="contents"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: '' }}
        />
      )
    }
    return (
      <div key="drawn" className="contents">
        <Drawn {...props} />
      </div>
    )
  }
}

function isSame<Props extends object>(first: Props, props: Props): boolean {
  return (Object.keys(props) as (keyof Props)[]).every((name) => Object.is(first[name], props[name]))
}

/** Links that React has not drawn lead on without loading a page, as those that it has. */
function useLinks(element: RefObject<HTMLElement | null>, isKept: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    const kept = element.current
    if (!isKept || !kept) return undefined
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!link || !isPlain || link.origin !== location.origin || link.target) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash, {
        preventScrollReset: link.pathname === location.pathname,
      })
    }
    kept.addEventListener('click', follow)
    return () => kept.removeEventListener('click', follow)
  }, [element, isKept, navigate])
}
