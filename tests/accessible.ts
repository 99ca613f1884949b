import axe from 'axe-core'
import { expect } from 'vitest'

/** What axe finds in the page as it stands, without the rules that need a style, the whole frame, or the focus kept inside a dialog. */
export async function expectAccessible(): Promise<void> {
  const off = { enabled: false }
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'color-contrast': off, 'target-size': off, region: off, 'aria-hidden-focus': off },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}
