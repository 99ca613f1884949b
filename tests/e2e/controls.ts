import type { Locator } from '@playwright/test'
import type { Page } from '#tests/e2e/test.ts'

/**
 * A kind of control on a page. Repeated controls, such as those of each card, are one kind: they have the same tag and
 * the same visible text.
 */
export type Control = {
  name: string
  /** Position among all elements of the page that match `controlSelector`. */
  index: number
  /** The part that reacts to a press before the scripts have loaded. */
  actor: 'browser' | 'inline script' | 'scripts' | 'text field' | 'choice'
}

const controlSelector = 'a[href], button, summary, input, select, textarea, [role=button]'

export const findControl = (page: Page, { index }: Control): Locator => page.locator(controlSelector).nth(index)

/** Collects one visible control of each kind. */
export function listControls(page: Page): Promise<Control[]> {
  return page.locator(controlSelector).evaluateAll((elements) => {
    const kinds = new Map<string, Control>()
    for (const [index, element] of (elements as HTMLElement[]).entries()) {
      const isUsable = element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, .sr-only')
      // The link that skips to the content is above the page until it has the focus.
      const { bottom } = element.getBoundingClientRect()
      if (!isUsable || bottom <= 0) continue
      // Of a radio group, the chosen button has nothing to change.
      if (element.matches('[type=radio]:checked')) continue
      const name = `${element.tagName.toLowerCase()} ${visibleText(element)}`
      if (!kinds.has(name)) kinds.set(name, { name, index, actor: findActor(element) })
    }
    return [...kinds.values()]

    function visibleText(element: HTMLElement): string {
      const copy = element.cloneNode(true) as HTMLElement
      for (const hidden of copy.querySelectorAll('.sr-only')) hidden.remove()
      // Links of a list have different texts, but are one kind.
      if (element.matches('li a, article a')) return 'of a list'
      return (copy.textContent?.trim() || element.getAttribute('aria-label') || element.getAttribute('name')) ?? ''
    }

    function findActor(element: HTMLElement): Control['actor'] {
      if (element.matches('select, [type=checkbox], [type=radio], [type=range]')) return 'choice'
      if (element.matches('input, textarea')) return 'text field'
      if (element.matches('[data-instant]')) return 'inline script'
      if (element.matches('button[type=button]:not([popovertarget]), [role=button], [data-waits] [type=submit]'))
        return 'scripts'
      return 'browser'
    }
  })
}
