import { type Beard, drawBeard, drawMoustache, type Moustache } from '#seeds/portrait/beard.ts'
import { drawClothes, drawNeck, type Garment } from '#seeds/portrait/clothes.ts'
import {
  type BackdropName,
  backdrops,
  type ClothName,
  cloths,
  type HairColour,
  hairs,
  type SkinName,
  skins,
} from '#seeds/portrait/colours.ts'
import {
  type Bindi,
  drawBindi,
  drawEarrings,
  drawGlasses,
  drawJasmine,
  drawNecklace,
  type Earrings,
  type Glasses,
} from '#seeds/portrait/extras.ts'
import {
  type Brows,
  drawEars,
  drawFace,
  drawFeatures,
  type Eyes,
  faceOutline,
  faces,
  type FaceShape,
  type Nose,
  type Smile,
} from '#seeds/portrait/face.ts'
import { type Headwear, headwear } from '#seeds/portrait/headwear.ts'
import type { HairLayers } from '#seeds/portrait/locks.ts'
import { longHair } from '#seeds/portrait/long-hair.ts'
import { shortHair } from '#seeds/portrait/short-hair.ts'

const hairStyles = { ...shortHair, ...longHair }

/** How somebody looks, in words. */
export type Portrait = {
  woman?: boolean
  skin: SkinName
  face: FaceShape
  hair?: keyof typeof hairStyles
  colour: HairColour
  /** Instead of hair or over it. */
  head?: Headwear
  headCloth?: ClothName
  /** The garment, its cloth, and the cloth of what is seen under it or along its edge. */
  wears: [Garment, ClothName, ClothName]
  backdrop: BackdropName
  smile?: Smile
  eyes?: Eyes
  brows?: Brows
  nose?: Nose
  older?: boolean
  beard?: Beard
  moustache?: Moustache
  glasses?: Glasses
  bindi?: Bindi
  earrings?: Earrings
  necklace?: boolean
  jasmine?: 'top' | 'side'
  /** Of the head, in degrees: a little life. */
  tilt?: number
}

/** A picture of a person who does not exist, 512 by 512. The same words always give the same picture. */
export function drawPortrait(person: Portrait): string {
  const { woman = false, face, wears, tilt = 0 } = person
  const skin = skins[person.skin]
  const hair = hairs[person.colour]
  const wall = backdrops[person.backdrop]
  const [garment, cloth, trim] = wears
  const worn = { garment, cloth: cloths[cloth], trim: cloths[trim], skin, woman }
  const layers: HairLayers[] = [
    ...(person.hair ? [hairStyles[person.hair](hair)] : []),
    ...(person.head ? [headwear[person.head](cloths[person.headCloth ?? cloth])] : []),
  ]
  const layer = (name: 'back' | 'front' | 'over') => layers.map((each) => each[name] ?? '').join('')
  const onHead = (shapes: string) =>
    `<g transform="rotate(${tilt} 256 340) translate(256 0) scale(${faces[face].width} 1) translate(-256 0)">${shapes}</g>`
  const features = {
    skin,
    woman,
    brow: hair.brow,
    older: person.older ?? false,
    bearded: person.beard !== undefined && person.beard !== 'stubble',
    smile: person.smile ?? 'warm',
    eyes: person.eyes ?? 'almond',
    brows: person.brows ?? (woman ? 'fine' : 'bold'),
    nose: person.nose ?? 'even',
  }

  // From the wall forwards. The parts are drawn smaller than the picture and then brought closer.
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
    <radialGradient id="wall" cx=".42" cy=".36" r=".72"><stop stop-color="${wall.light}"/><stop offset="1" stop-color="${wall.wall}"/></radialGradient>
    <path d="M0 0H512V512H0Z" fill="url(#wall)"/>
    <g transform="translate(256 575) scale(1.22) translate(-256 -512)">
      ${onHead(layer('back'))}
      <g transform="translate(0 ${woman ? -24 : -14})">
        ${drawNeck(worn, faceOutline(face))}
        ${person.necklace ? drawNecklace() : ''}
        ${drawClothes(worn)}
      </g>
      ${onHead(`
        ${layers.some(({ hidesEars }) => hidesEars) ? '' : drawEars(skin)}
        ${drawFace(face, skin)}
        ${person.beard ? drawBeard(person.beard, hair.base, { shape: face, skin }) : ''}
        ${drawFeatures(features)}
        ${person.moustache ? drawMoustache(person.moustache, hair.base) : ''}
        ${layer('front')}
        ${person.bindi ? drawBindi(person.bindi) : ''}
        ${person.earrings ? drawEarrings(person.earrings) : ''}
        ${person.jasmine ? drawJasmine(person.jasmine) : ''}
        ${person.glasses ? drawGlasses(person.glasses) : ''}
        ${layer('over')}`)}
    </g>
  </svg>`
}
