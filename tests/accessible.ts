import axe from 'axe-core'
import { expect } from 'vitest'

/** What axe finds in the page as it stands, apart from colours, sizes and landmarks, which need a real browser and the whole frame. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: {
      'color-contrast': { enabled: false },
      'target-size': { enabled: false },
      region: { enabled: false },
    },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}
