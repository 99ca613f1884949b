import type { Colour } from '#app/boards/document/elements.ts'

/** Colours for dark paper and for light paper. Each has a contrast of at least 4.5 to 1 with its paper. */
const shades: Record<Colour, { onDark: string; onLight: string }> = {
  ink: { onDark: '#f4f5f7', onLight: '#14171f' },
  red: { onDark: '#ff7a7a', onLight: '#b3262e' },
  orange: { onDark: '#f5a524', onLight: '#9a5b00' },
  green: { onDark: '#4ccf8f', onLight: '#0f7a45' },
  blue: { onDark: '#7db7ff', onLight: '#1f5fc4' },
  purple: { onDark: '#c9a2ff', onLight: '#7a3fc9' },
}

export type Theme = 'dark' | 'light'

export const paperColours: Record<Theme, { paper: string; lines: string }> = {
  dark: { paper: '#12151c', lines: '#272d39' },
  light: { paper: '#ffffff', lines: '#d9dde5' },
}

export function shadeOf(colour: Colour, theme: Theme): string {
  return theme === 'dark' ? shades[colour].onDark : shades[colour].onLight
}

export const colourNames: Record<Colour, string> = {
  ink: 'Black or white',
  red: 'Red',
  orange: 'Orange',
  green: 'Green',
  blue: 'Blue',
  purple: 'Purple',
}
