import type { Tone } from '#seeds/portrait/colours.ts'
import { faces, type FaceShape } from '#seeds/portrait/face.ts'
import { both } from '#seeds/portrait/mirror.ts'

export type Beard = 'stubble' | 'short' | 'full' | 'flowing' | 'goatee'
export type Moustache = 'plain' | 'handlebar'

const whiskers = 'M256 262C246 255 228 258 212 273C211 277 214 279 218 278C232 274 246 277 256 271Z'
const closeWhiskers = 'M256 262C246 256 230 259 221 272C222 278 224 281 226 284C230 275 246 275 256 271Z'
const handlebars = 'M256 262C244 256 226 262 206 272C204 268 200 268 200 264C200 280 222 284 256 272Z'
/** From the temples along the cheeks to the upper lip; what is below is cut out by the outline of the face. */
const cheeks =
  'M172 214C180 236 186 252 204 258C220 262 236 254 256 257C276 254 292 262 308 258C326 252 332 236 340 214'

/** Lips that are seen through a beard keep their colour. */
const lips = (colour: string) =>
  `<path d="M230 271Q256 280 282 271C276 291 266 297 256 297C246 297 236 291 230 271Z" fill="${colour}"/>`

export function drawBeard(
  beard: Beard,
  colour: string,
  { shape, skin }: { shape: FaceShape; skin: Tone },
): string {
  const { jaw, chin, tip } = faces[shape]
  const below = (by: number, wide: number) =>
    `L${256 + jaw + wide} 273C${256 + jaw - 8 + wide} ${300 + by * 0.7} ${256 + tip + wide} ${chin + by} 256 ${chin + by}` +
    `C${256 - tip - wide} ${chin + by} ${256 - jaw + 8 - wide} ${300 + by * 0.7} ${256 - jaw - wide} 273Z`
  switch (beard) {
    case 'stubble':
      return `<path d="${cheeks}V340H172Z" fill="${colour}" opacity=".2" clip-path="url(#face)"/>`
    case 'short':
      return `<path d="${cheeks}V340H172Z" fill="${colour}" opacity=".94" clip-path="url(#face)"/>${lips(skin.base)}`
    case 'full':
      return `<path d="${cheeks}${below(14, 7)}" fill="${colour}"/>${lips(skin.base)}`
    case 'flowing':
      return `<path d="${cheeks}${below(44, 9)}" fill="${colour}"/>${lips(skin.base)}`
    case 'goatee':
      return (
        both(`<path d="${closeWhiskers}" fill="${colour}"/>`) +
        `<path d="M222 272C222 330 290 330 290 272C284 290 284 298 256 298C228 298 228 290 222 272Z" fill="${colour}" clip-path="url(#face)"/>`
      )
  }
}

/** Over the mouth, while a beard lies under it. */
export function drawMoustache(moustache: Moustache, colour: string): string {
  return both(`<path d="${moustache === 'plain' ? whiskers : handlebars}" fill="${colour}"/>`)
}
