import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { createLazyModule } from '#app/ui/lazy-module.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/**
 * A part of a page that only its props can change, such as a drawing or a list of links. The server renders it, and a browser keeps
 * that as it stands, without its code, until the props change or somebody comes from another page. Nothing is shown in between: with
 * no boundary around it, the page waits for the code.
 */
export function staticPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const RenderedPart = createLazyModule(load).component((component) => component)
  return function StaticPart(props: Props) {
    const [isServerHtmlKept, setIsServerHtmlKept] = useState(!useHydrated())
    const [first] = useState(props)
    if (isServerHtmlKept && !isSame(first, props)) setIsServerHtmlKept(false)
    const element = useRef<HTMLDivElement>(null)
    useClientLinks(element, isServerHtmlKept)
    if (isServerHtmlKept && !import.meta.env.SSR) {
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
        <RenderedPart {...props} />
      </div>
    )
  }
}

function isSame<Props extends object>(first: Props, props: Props): boolean {
  return (Object.keys(props) as (keyof Props)[]).every((name) => Object.is(first[name], props[name]))
}

/** Links that React has not drawn lead on without loading a page, as those that it has. */
function useClientLinks(element: RefObject<HTMLElement | null>, isServerHtmlKept: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    const keptElement = element.current
    if (!isServerHtmlKept || !keptElement) return undefined
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      const isPlain =
        event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      if (!link || !isPlain || link.origin !== location.origin || link.target) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash, {
        preventScrollReset: link.pathname === location.pathname,
      })
    }
    keptElement.addEventListener('click', onClick)
    return () => keptElement.removeEventListener('click', onClick)
  }, [element, isServerHtmlKept, navigate])
}
