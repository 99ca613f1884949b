import axe from 'axe-core'
import { expect } from 'vitest'

/**
 * Expects no axe violations in a part of the page. Skips rules that need styles, the frame or a dialog’s focus trap.
 */
export async function expectAccessible(part: Element = document.body): Promise<void> {
  const off = { enabled: false }
  const { violations } = await axe.run(part, {
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'color-contrast': off, 'target-size': off, region: off, 'aria-hidden-focus': off },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}
