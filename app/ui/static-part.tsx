import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { createLazyModule } from '#app/ui/lazy-module.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/**
 * A part of a page that changes only with its props, such as a drawing or a list of links. The browser keeps the
 * server HTML without loading the code, until the props change or the user navigates here. It has no Suspense
 * boundary, so the page waits for the code without a fallback.
 */
export function staticPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const RenderedPart = createLazyModule(load).component((component) => component)
  return function StaticPart(props: Props) {
    const [isServerHtmlKept, setIsServerHtmlKept] = useState(!useHydrated())
    const [firstProps] = useState(props)
    if (isServerHtmlKept && !isSame(firstProps, props)) setIsServerHtmlKept(false)
    const element = useRef<HTMLDivElement>(null)
    useClientLinks(element, isServerHtmlKept)
    if (isServerHtmlKept && !import.meta.env.SSR) {
      // During hydration React does not touch the content of an element with `dangerouslySetInnerHTML`, even if it is
      // empty.
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

/** Makes links in the server HTML use client navigation, like links that React has rendered. */
function useClientLinks(element: RefObject<HTMLElement | null>, isServerHtmlKept: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    const keptElement = element.current
    if (!isServerHtmlKept || !keptElement) return undefined
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a')
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
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
