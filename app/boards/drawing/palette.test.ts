import { expect, test } from 'vitest'
import { colours } from '#app/boards/document/elements.ts'
import { paperColours, shadeOf, type Theme } from '#app/boards/drawing/palette.ts'

/** The smallest contrast of text that WCAG 2.2 allows (1.4.3). */
const contrastMin = 4.5

test.each(['dark', 'light'] satisfies Theme[])('every colour can be read on %s paper', (theme) => {
  const isFaint = (colour: (typeof colours)[number]) =>
    contrastOf(shadeOf(colour, theme), paperColours[theme].paper) < contrastMin
  expect(colours.filter(isFaint)).toEqual([])
})

test('the lines of the paper are fainter than every colour', () => {
  for (const theme of ['dark', 'light'] as const) {
    const { paper, lines } = paperColours[theme]
    for (const colour of colours) {
      expect(contrastOf(lines, paper)).toBeLessThan(contrastOf(shadeOf(colour, theme), paper) / 2)
    }
  }
})

function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((left, right) => left - right)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
