import { both } from '#seeds/portrait/mirror.ts'
import type { Cloth, Tone } from '#seeds/portrait/colours.ts'

export type Garment =
  | 'kurta'
  | 'waistcoat'
  | 'shirt'
  | 'blazer'
  | 'sweater'
  | 'tee'
  | 'saree'
  | 'suit'
  | 'coat'
  | 'shawl'
export type Worn = { garment: Garment; cloth: Cloth; trim: Cloth; skin: Tone; woman: boolean }

type Build = { bottom: number; shoulder: [number, number]; neck: [number, number]; throat: number }
const builds: Record<'man' | 'woman', Build> = {
  man: { bottom: 56, shoulder: [124, 398], neck: [204, 372], throat: 41 },
  woman: { bottom: 88, shoulder: [146, 406], neck: [214, 380], throat: 33 },
}

/** The neck and as much of the chest as a neckline may show. */
export function drawNeck({ skin, woman }: Worn, chin: string): string {
  const { throat, neck } = builds[woman ? 'woman' : 'man']
  const [x, y] = neck
  const [left, right] = [256 - throat, 256 + throat]
  return `
    <clipPath id="neck"><path d="M${left} 260V340C${left} 360 ${x + 6} ${y - 4} ${x - 8} ${y + 8}L190 470H322L${520 - x} ${y + 8}C${506 - x} ${y - 4} ${right} 360 ${right} 340V260Z"/></clipPath>
    <g clip-path="url(#neck)">
      <path d="M100 250H412V480H100Z" fill="${skin.base}"/>
      <path d="M300 250H412V480H270C300 430 290 360 300 250Z" fill="${skin.shade}" opacity=".6"/>
      <path d="${chin}" transform="translate(5 44)" fill="${skin.shade}"/>
    </g>`
}

export function drawClothes(worn: Worn): string {
  return garments[worn.garment](worn)
}

const garments: Record<Garment, (worn: Worn) => string> = {
  tee: (worn) => body(worn, crew) + rim(worn.cloth.shade, crew, worn, 8),
  sweater: (worn) =>
    body(worn, crew) + rim(worn.cloth.shade, crew, worn, 16) + rim(worn.cloth.light, crew, worn, 3),
  kurta: (worn) =>
    body(worn, slit) +
    both(
      `<path d="M213 350C212 372 224 386 250 398L247 412C218 402 200 388 201 364Z" fill="${worn.trim.base}"/>`,
    ) +
    `<path d="M247 404H265V512H247Z" fill="${worn.cloth.shade}"/>${buttons(worn.trim.light, [426, 456, 486])}`,
  waistcoat: (worn) =>
    body({ ...worn, cloth: worn.trim }, slit) +
    both(
      `<path d="M213 350C212 372 224 386 254 398L252 408C218 398 202 386 202 362Z" fill="${worn.trim.light}"/>`,
    ) +
    both(
      `<path d="M256 418C236 410 212 392 200 380C176 388 156 392 142 398C150 440 146 480 140 520H256Z" fill="${worn.cloth.base}"/>`,
    ) +
    `<path d="M256 418C276 410 300 392 312 380C336 388 356 392 370 398C362 440 366 480 372 520H256Z" fill="${worn.cloth.shade}" opacity=".35"/>
     <path d="M256 418V520" stroke="${worn.cloth.shade}" stroke-width="4"/>${buttons(worn.cloth.light, [438, 468, 498])}`,
  shirt: (worn) => shirt(worn),
  blazer: (worn) =>
    (worn.woman ? body({ ...worn, cloth: worn.trim }, scoop) : shirt({ ...worn, cloth: worn.trim })) +
    jacket(worn),
  coat: (worn) =>
    (worn.woman ? body({ ...worn, cloth: worn.trim }, scoop) : shirt({ ...worn, cloth: worn.trim })) +
    jacket(worn) +
    stethoscope,
  suit: (worn) =>
    body(worn, scoop) +
    rim(worn.trim.base, scoop, worn, 9) +
    both(`<path d="M204 380C160 396 128 404 118 426C132 470 140 500 150 520H204C186 470 190 420 220 386Z" fill="${worn.trim.base}"/>
      <path d="M196 392C172 430 172 480 182 520" fill="none" stroke="${worn.trim.shade}" stroke-width="5" stroke-linecap="round"/>`),
  saree: (worn) =>
    body({ ...worn, cloth: worn.trim }, scoop) +
    `<path d="M296 378C340 392 390 398 412 432C424 460 426 490 426 520H110C180 490 270 450 296 378Z" fill="${worn.cloth.base}"/>
     <path d="M296 378C270 450 180 490 110 520H146C210 494 294 450 314 384Z" fill="${worn.trim.light}"/>
     <path d="M338 392C330 440 270 490 214 520M368 404C364 450 320 496 282 520" fill="none" stroke="${worn.cloth.shade}" stroke-width="6" stroke-linecap="round"/>`,
  shawl: (worn) =>
    body({ ...worn, cloth: worn.trim }, crew) +
    both(`<path d="M206 362C160 386 100 392 72 434C56 466 52 500 52 520H214C196 470 196 410 226 384Z" fill="${worn.cloth.base}"/>
      <path d="M206 362C190 400 178 460 190 520H214C196 470 196 410 226 384Z" fill="${worn.cloth.light}"/>
      <path d="M150 410C130 440 124 480 126 520" fill="none" stroke="${worn.cloth.shade}" stroke-width="5" stroke-linecap="round"/>`),
}

type Neckline = (left: number, y: number) => string
const crew: Neckline = (left, y) => `C${left + 8} ${y + 34} ${504 - left} ${y + 34} ${512 - left} ${y}`
const scoop: Neckline = (left, y) => `C${left + 4} ${y + 66} ${508 - left} ${y + 66} ${512 - left} ${y}`
const slit: Neckline = (left, y) =>
  `C${left + 8} ${y + 16} 240 ${y + 26} 256 ${y + 44}C272 ${y + 26} ${504 - left} ${y + 16} ${512 - left} ${y}`

function body({ cloth, woman }: Worn, neckline: Neckline): string {
  const { bottom, shoulder, neck } = builds[woman ? 'woman' : 'man']
  const [sx, sy] = shoulder
  const [nx, ny] = neck
  const arm = sx + 22
  return `
    <path d="M${bottom} 520C${bottom + 2} 446 ${sx - 36} ${sy + 16} ${sx} ${sy}C${sx + 30} ${sy - 9} ${nx - 18} ${ny + 8} ${nx} ${ny}${neckline(nx, ny)}C${530 - nx} ${ny + 8} ${482 - sx} ${sy - 9} ${512 - sx} ${sy}C${548 - sx} ${sy + 16} ${510 - bottom} 446 ${512 - bottom} 520Z" fill="${cloth.base}"/>
    <path d="M${512 - sx} ${sy}C${508 - sx} ${sy + 22} ${490 - sx} 436 ${490 - sx} 462L${484 - sx} 520H${512 - bottom}C${510 - bottom} 446 ${548 - sx} ${sy + 16} ${512 - sx} ${sy}Z" fill="${cloth.shade}" opacity=".5"/>
    <path d="M${arm} 444C${arm - 6} 474 ${arm - 2} 500 ${arm + 6} 520" fill="none" stroke="${cloth.shade}" stroke-width="5" stroke-linecap="round"/>`
}

function rim(colour: string, neckline: Neckline, { woman }: Worn, width: number): string {
  const [x, y] = builds[woman ? 'woman' : 'man'].neck
  return `<path d="M${x} ${y}${neckline(x, y)}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
}

function shirt(worn: Worn): string {
  return (
    body(worn, slit) +
    `<path d="M256 416V520" stroke="${worn.cloth.shade}" stroke-width="4"/>${buttons(worn.cloth.shade, [446, 486])}` +
    both(`<path d="M212 346C206 366 220 392 256 414L226 442C206 424 190 400 192 372Z" fill="${worn.cloth.light}"/>
      <path d="M192 372C190 400 206 424 226 442L256 414" fill="none" stroke="${worn.cloth.shade}" stroke-width="3"/>`)
  )
}

function jacket({ cloth, woman }: Worn): string {
  const { bottom, shoulder, neck } = builds[woman ? 'woman' : 'man']
  const [sx, sy] = shoulder
  const [nx, ny] = neck
  return both(`
    <path d="M${bottom} 520C${bottom + 2} 446 ${sx - 36} ${sy + 14} ${sx} ${sy - 2}C${sx + 30} ${sy - 11} ${nx - 22} ${ny + 4} ${nx - 6} ${ny - 6}C${nx + 4} 430 232 480 250 520Z" fill="${cloth.base}"/>
    <path d="M${nx - 6} ${ny - 6}C${nx + 4} 430 232 480 250 520L196 458L212 440L180 424C180 404 ${nx - 18} ${ny + 8} ${nx - 6} ${ny - 6}Z" fill="${cloth.light}"/>
    <path d="M${sx + 22} 460C${sx + 18} 480 ${sx + 22} 500 ${sx + 28} 520" fill="none" stroke="${cloth.shade}" stroke-width="5" stroke-linecap="round"/>`)
}

const stethoscope = `<path d="M200 372C188 410 196 440 214 456M312 372C324 410 316 430 304 446" fill="none" stroke="#2d3340" stroke-width="7" stroke-linecap="round"/><circle cx="300" cy="452" r="13" fill="#aeb4bd"/><circle cx="300" cy="452" r="6" fill="#5f6672"/>`

function buttons(colour: string, heights: number[]): string {
  return heights.map((y) => `<circle cx="256" cy="${y}" r="4" fill="${colour}"/>`).join('')
}
