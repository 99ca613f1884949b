import { readFileSync } from 'node:fs'
import sharp from 'sharp'

// node scripts/make-icons.ts: redraws the icons of the installed product after a change of public/favicon.svg.
const logo = readFileSync('public/favicon.svg', 'utf8').replace(/^<svg[^>]*>|<\/svg>\s*$/g, '')
const dark = '#0b0d12'

/** The logo is 32 wide; `share` is the part of the icon that it fills. */
async function draw(name: string, size: number, { share, ground }: { share: number; ground: string }) {
  const scale = (size * share) / 32
  const edge = (size - 32 * scale) / 2
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${ground}<g transform="translate(${edge} ${edge}) scale(${scale})">${logo}</g></svg>`
  await sharp(Buffer.from(picture)).png({ compressionLevel: 9, palette: true }).toFile(`public/${name}.png`)
}

const square = `<rect width="100%" height="100%" fill="${dark}"/>`
const rounded = `<rect width="100%" height="100%" rx="22%" fill="${dark}"/>`
await draw('icon-192', 192, { share: 0.68, ground: rounded })
await draw('icon-512', 512, { share: 0.68, ground: rounded })
await draw('apple-touch-icon', 180, { share: 0.68, ground: square })
// Phones crop this icon; the essential part is in the middle.
await draw('icon-maskable-512', 512, { share: 0.5, ground: square })

// A phone's status bar shows only the shape: opaque pixels are drawn in one colour.
const shape = logo.replace('#f5a524', '#fff').replace('stroke="#1b1203"', 'stroke="#000"')
const [bubble = '', hands = ''] = shape
  .split('<path')
  .slice(1)
  .map((part) => `<path${part}`)
const badge = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 32 32"><mask id="hole"><rect width="32" height="32" fill="#fff"/>${hands}</mask><g mask="url(#hole)">${bubble}</g></svg>`
await sharp(Buffer.from(badge)).png({ compressionLevel: 9 }).toFile('public/badge-96.png')
