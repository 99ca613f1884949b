import { both } from '#seeds/portrait/mirror.ts'

export type Glasses = 'round' | 'square' | 'thin'
export type Bindi = 'dot' | 'drop'
export type Earrings = 'studs' | 'jhumkas' | 'hoops'

const gold = '#e3b454'
const dark = '#2a2326'

export function drawGlasses(glasses: Glasses): string {
  const lens = {
    round: '<circle cx="221" cy="216" r="27"',
    square: '<rect x="192" y="194" width="57" height="44" rx="13"',
    thin: '<rect x="193" y="196" width="55" height="40" rx="18"',
  }[glasses]
  const stroke =
    glasses === 'thin' ? `stroke="#c9a253" stroke-width="3.5"` : `stroke="${dark}" stroke-width="5.5"`
  return `${both(`${lens} fill="#fff" fill-opacity=".1" ${stroke}/><path d="M194 210L174 206" ${stroke} stroke-linecap="round"/>`)}
    <path d="M248 213Q256 207 264 213" fill="none" ${stroke}/>`
}

export function drawBindi(bindi: Bindi): string {
  if (bindi === 'dot') return '<circle cx="256" cy="174" r="6" fill="#a3202c"/>'
  return '<path d="M256 160C261 168 262 172 262 176A6 6 0 0 1 250 176C250 172 251 168 256 160Z" fill="#a3202c"/>'
}

export function drawEarrings(earrings: Earrings): string {
  return both(
    {
      studs: `<circle cx="172" cy="244" r="5" fill="${gold}"/>`,
      hoops: `<circle cx="170" cy="257" r="13" fill="none" stroke="${gold}" stroke-width="4"/>`,
      jhumkas: `<circle cx="171" cy="244" r="5" fill="${gold}"/><path d="M171 248V256" stroke="${gold}" stroke-width="3"/><path d="M159 272C159 250 183 250 183 272Z" fill="${gold}"/><path d="M163 276H179" stroke="#b98733" stroke-width="4" stroke-linecap="round" stroke-dasharray="0 8"/>`,
    }[earrings],
  )
}

export function drawNecklace(): string {
  return `<path d="M222 386C232 420 280 420 290 386" fill="none" stroke="${gold}" stroke-width="4" stroke-linecap="round"/><circle cx="256" cy="412" r="5.5" fill="${gold}"/>`
}

/** Jasmine, worn in the hair in the south: around a bun on top, or along a knot at the side. */
export function drawJasmine(where: 'top' | 'side'): string {
  const flowers =
    where === 'top'
      ? 'M218 92h.1M226 106h.1M240 114h.1M256 117h.1M272 114h.1M286 106h.1M294 92h.1'
      : 'M326 236h.1M338 232h.1M350 236h.1M360 246h.1M366 258h.1M368 272h.1'
  return `<path d="${flowers}" stroke="#fbf6ea" stroke-width="16" stroke-linecap="round"/>`
}
