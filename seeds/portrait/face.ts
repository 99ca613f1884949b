import type { Tone } from '#seeds/portrait/colours.ts'
import { both } from '#seeds/portrait/mirror.ts'

/** The jaw is what tells faces apart: half its width, where the chin ends, and how  broad the chin is. The whole head is a little wider or narrower with it. */
export const faces = {
  oval: { jaw: 63, chin: 319, tip: 28, width: 1 },
  round: { jaw: 69, chin: 312, tip: 40, width: 1.04 },
  square: { jaw: 69, chin: 320, tip: 40, width: 1.03 },
  long: { jaw: 62, chin: 327, tip: 30, width: 0.97 },
  heart: { jaw: 59, chin: 318, tip: 21, width: 0.99 },
}
export type FaceShape = keyof typeof faces

export function faceOutline(shape: FaceShape): string {
  const { jaw, chin, tip } = faces[shape]
  const side = (sign: 1 | -1) => (x: number) => 256 + sign * x
  const [right, left] = [side(1), side(-1)]
  return [
    `M${left(80)} 198C${left(80)} 140 ${left(50)} 110 256 110`,
    `C${right(50)} 110 ${right(80)} 140 ${right(80)} 198`,
    `C${right(80)} 232 ${right(jaw + 8)} 256 ${right(jaw)} 273`,
    `C${right(jaw - 12)} 299 ${right(tip)} ${chin} 256 ${chin}`,
    `C${left(tip)} ${chin} ${left(jaw - 12)} 299 ${left(jaw)} 273`,
    `C${left(jaw + 8)} 256 ${left(80)} 232 ${left(80)} 198Z`,
  ].join('')
}

/** The light comes from the left: the right side of the face lies in the shade. */
export function drawFace(shape: FaceShape, skin: Tone): string {
  const outline = faceOutline(shape)
  return `
    <clipPath id="face"><path d="${outline}"/></clipPath>
    <radialGradient id="blush"><stop stop-color="${skin.blush}" stop-opacity=".42"/><stop offset="1" stop-color="${skin.blush}" stop-opacity="0"/></radialGradient>
    <path d="${outline}" fill="${skin.base}"/>
    <g clip-path="url(#face)">
      <path d="M340 100H400V340H230C300 330 322 250 318 200C314 150 330 120 340 100Z" fill="${skin.shade}" opacity=".55"/>
      ${both('<ellipse cx="205" cy="253" rx="29" ry="21" fill="url(#blush)"/>')}
    </g>`
}

export function drawEars(skin: Tone): string {
  return both(`
    <ellipse cx="177" cy="224" rx="14" ry="21" fill="${skin.base}"/>
    <path d="M170 214C178 212 184 220 180 234" fill="none" stroke="${skin.shade}" stroke-width="4" stroke-linecap="round"/>`)
}

export type Smile = 'calm' | 'warm' | 'open'
export type FeatureLook = {
  skin: Tone
  brow: string
  woman: boolean
  older: boolean
  smile: Smile
  eyes: Eyes
  brows: Brows
  nose: Nose
  bearded: boolean
}

export function drawFeatures({
  skin,
  brow,
  woman,
  older,
  smile,
  eyes,
  brows,
  nose,
  bearded,
}: FeatureLook): string {
  return `
    ${both(eye(eyes, skin, woman))}
    <circle cx="219" cy="210" r="2.4" fill="#fff"/><circle cx="287" cy="210" r="2.4" fill="#fff"/>
    ${both(`<path d="${browShapes[brows]}" fill="${brow}"/>`)}
    ${drawNose(nose, skin)}
    ${older ? lines(skin) : ''}
    ${bearded ? '' : underLip(skin)}
    ${mouth(smile, skin, woman)}`
}

/** The upper lid from the nose outwards, the lower lid back, and the crease above. */
const eyeShapes = {
  almond: {
    upper: 'M239 216C232 203 212 202 203 214',
    lower: 'C213 225 230 226 239 216Z',
    crease: 'M206 203C215 196 229 196 237 203',
  },
  round: {
    upper: 'M239 216C233 201 211 200 204 215',
    lower: 'C212 228 231 229 239 216Z',
    crease: 'M207 201C216 194 229 194 236 201',
  },
  smiling: {
    upper: 'M239 216C231 203 212 203 203 216',
    lower: 'C213 221 230 222 239 216Z',
    crease: 'M206 204C215 197 229 197 237 204',
  },
  narrow: {
    upper: 'M240 217C230 207 212 204 202 213',
    lower: 'C212 222 230 223 240 217Z',
    crease: 'M204 206C212 202 222 202 230 205',
  },
}
export type Eyes = keyof typeof eyeShapes

const browShapes = {
  fine: 'M198 194C207 184 224 181 242 188C243 190 242 192 240 192C224 187 210 188 200 196Z',
  arched: 'M197 194C205 179 222 177 243 189C244 191 242 193 240 193C223 184 209 185 199 197Z',
  straight: 'M198 191C212 183 228 184 243 189C244 192 243 195 240 195C226 191 212 191 199 196Z',
  bold: 'M196 195C207 181 226 179 243 187C245 190 243 195 240 194C225 189 210 191 199 199Z',
}
export type Brows = keyof typeof browShapes

function eye(shape: Eyes, skin: Tone, woman: boolean): string {
  const { upper, lower, crease } = eyeShapes[shape]
  const lash = woman ? `${upper}l-6 -3` : upper
  return `
    <clipPath id="eye"><path d="${upper}${lower}"/></clipPath>
    <path d="${upper}${lower}" fill="#fdf8f1"/>
    <circle cx="221.5" cy="213" r="9.2" fill="#2b1a14" clip-path="url(#eye)"/>
    <path d="${lash}" fill="none" stroke="#2a1a17" stroke-width="${woman ? 4 : 3.4}" stroke-linecap="round" stroke-linejoin="round"/>
    <path d="${crease}" fill="none" stroke="${skin.shade}" stroke-width="2.4" stroke-linecap="round"/>`
}

const noseWidths = { fine: 11, even: 14, broad: 18 }
export type Nose = keyof typeof noseWidths

function drawNose(nose: Nose, skin: Tone): string {
  const half = noseWidths[nose]
  const [left, right] = [256 - half, 256 + half]
  return `
    <path d="M261 204C263 226 ${right + 3} 238 ${right + 1} 249C${right - 2} 258 262 258 256 258C262 244 260 226 261 204Z" fill="${skin.shade}" opacity=".7"/>
    <path d="M${left} 249C${left + 3} 258 251 255.5 256 258.5C261 255.5 ${right - 3} 258 ${right} 249" fill="none" stroke="${skin.deep}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" opacity=".8"/>`
}

function mouth(smile: Smile, skin: Tone, woman: boolean): string {
  if (smile === 'open') {
    return `
      <path d="M226 271Q256 282 286 271C284 291 270 299 256 299C242 299 228 291 226 271Z" fill="#6d2a28"/>
      <path d="M229 273Q256 282 283 273C281 285 269 288.5 256 288.5C243 288.5 231 285 229 273Z" fill="#fffaf3"/>
      ${woman ? `<path d="M225 270C238 272 248 270 256 273C264 270 274 272 287 270Q256 284 225 270Z" fill="${skin.lip}"/>` : ''}`
  }
  const wide = smile === 'warm' ? 28 : 24
  const rise = smile === 'warm' ? 270 : 273
  const dip = smile === 'warm' ? 292 : 286
  const [left, right] = [256 - wide, 256 + wide]
  const line = `M${left} ${rise}Q256 ${dip} ${right} ${rise}`
  const lower = `<path d="${line}C${right - 8} 290 266 295 256 295C246 295 ${left + 8} 290 ${left} ${rise}Z" fill="${skin.lip}" opacity="${woman ? 0.8 : 0.6}"/>`
  const upper = woman
    ? `<path d="M${left} ${rise}C${left + 12} 274 249 270 256 273C263 270 ${right - 12} 274 ${right} ${rise}Q256 ${dip} ${left} ${rise}Z" fill="${skin.lip}"/>`
    : ''
  return `${lower}${upper}
    <path d="${line}" fill="none" stroke="${skin.deep}" stroke-width="${woman ? 2.6 : 3.8}" stroke-linecap="round"/>`
}

function underLip(skin: Tone): string {
  return `<path d="M247 303Q256 306 265 303" fill="none" stroke="${skin.shade}" stroke-width="3.5" stroke-linecap="round"/>`
}

function lines(skin: Tone): string {
  return both(
    `<path d="M229 256C223 262 219 268 218 276M207 230C213 234 222 235 230 233" fill="none" stroke="${skin.shade}" stroke-width="3" stroke-linecap="round"/>`,
  )
}
