/**
 * Answers `display` and `visibility` from the tag and the style attribute. Each query by role asks both of every
 * element and its parents, and Happy DOM spends most of the query on style sheets and on properties that no test sets.
 * All other properties come from Happy DOM.
 */
export function simplifyComputedStyles(): void {
  const happyWindow = document.defaultView ?? window
  const compute = happyWindow.getComputedStyle.bind(happyWindow)
  const samples = document.implementation.createHTMLDocument('')
  const displays = new Map<string, string>()
  const readDefaultDisplay = (tag: string, isOpen: boolean) => {
    const sample = samples.createElement(tag)
    sample.toggleAttribute('open', isOpen)
    samples.body.append(sample)
    return compute(sample).display
  }
  const readDisplay = (element: Element) => {
    const inline = readInline(element, 'display')
    if (inline) return inline
    // A dialog is hidden until it is open.
    const isOpen = element.hasAttribute('open')
    const key = `${element.tagName} ${isOpen}`
    const display = displays.get(key) ?? readDefaultDisplay(element.tagName, isOpen)
    displays.set(key, display)
    return display
  }
  const simplified = (element: Element) => {
    const style = compute(element)
    if (!element.isConnected) return style
    // Not a Proxy of the style: for each property that it returns, the engine would also ask Happy DOM.
    return Object.create(style, {
      display: { get: () => readDisplay(element) },
      visibility: { get: () => readVisibility(element) },
      getPropertyValue: {
        value(name: string) {
          if (name === 'display') return readDisplay(element)
          return name === 'visibility' ? readVisibility(element) : style.getPropertyValue(name)
        },
      },
    }) as CSSStyleDeclaration
  }
  happyWindow.getComputedStyle = simplified
  globalThis.getComputedStyle = simplified
}

/**
 * Lists the rules of the page's style sheets that hide elements: `simplifyComputedStyles` would ignore them. CodeMirror
 * hides only a cursor that it does not draw here, and texts in print.
 */
export function listHidingRules(): string[] {
  const sheets = [...document.querySelectorAll('style')].map(({ textContent }) => textContent ?? '')
  const rules = sheets.flatMap(
    (text) => text.match(/[^{}]*\{[^{}]*\b(display:\s*none|visibility:\s*hidden)\b[^{}]*\}/g) ?? [],
  )
  return rules.filter((rule) => !/^\s*[^{]*(::-webkit-scrollbar|\.cm-cursor|\.cm-announced)/.test(rule))
}

/** A visible child of a hidden parent is visible, so the closest value counts. */
function readVisibility(element: Element): string {
  for (let current: Element | null = element; current; current = current.parentElement) {
    const inline = readInline(current, 'visibility')
    if (inline && inline !== 'inherit') return inline
  }
  return ''
}

function readInline(element: Element, name: string): string {
  return element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(name) : ''
}
