import { expect, test } from 'vitest'
import { avatarColour, avatarColours } from '#app/ui/avatar-face.ts'

test('the colour of a name ignores spaces and capitals', () => {
  expect(avatarColour('Asha Verma')).toBe(avatarColour(' asha verma '))
  expect(avatarColour('Asha Verma')).not.toBe(avatarColour('Ravi Shankar'))
})

test('names use all the colours', () => {
  const used = new Set(Array.from({ length: 200 }, (_, index) => avatarColour(`Student ${index}`)))
  expect(used.size).toBe(avatarColours.length)
})

test.each(avatarColours)('near-white letters on %s have AA contrast', (colour) => {
  const [lightness = 0, chroma = 0, hue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  const white = 0.913 // The relative luminance of --color-text.
  expect((white + 0.05) / (luminance(lightness, chroma, hue) + 0.05)).toBeGreaterThan(4.5)
})

/** The relative luminance of a colour in OKLCH, by the published matrices. */
function luminance(lightness: number, chroma: number, hueDegrees: number): number {
  const a = chroma * Math.cos((hueDegrees * Math.PI) / 180)
  const b = chroma * Math.sin((hueDegrees * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
