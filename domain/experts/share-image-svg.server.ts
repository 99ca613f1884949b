import { fitLines } from '#domain/experts/fit-lines.server.ts'
import { drawableText, outlineText, type TextStyle, textWidthPx } from '#domain/experts/outlined-text.server.ts'
import { counted } from '#kernel/count-text.ts'
import { colourIndex, initials } from '#kernel/initials.ts'
import { formatRupees, type Paise } from '#kernel/money.ts'

export type ShareImageInput = {
  name: string
  title: string
  /** The rating on the profile, which is the starting value before the first review. */
  rating: number
  reviews: number
  sessions: number
  ratePaisePerMinute: Paise
  /** Whether the team has verified anything. */
  isVerified: boolean
  /** The stored photo, or null. An unreadable photo is ignored. */
  photo: Uint8Array | null
  productName: string
}

/** Copies of the design tokens, because an image cannot read a style sheet. A test compares them. */
export const colours = {
  ink: '#0b0d12',
  float: '#1a1e27',
  line: '#272d39',
  text: '#f4f5f7',
  soft: '#bcc3cf',
  accent: '#f5a524',
  'on-accent': '#1b1203',
}
/** Copies of the colours in app/ui/avatar-face.ts, in the same order. A test compares them. */
export const faceColours = '#773733 #6c411a #544f11 #295935 #055959 #19517b #4d427f #70355e'.split(' ')

const [width, height] = [1200, 630]
/** Apps round the corners and put their own text over the bottom, so the content keeps this margin. */
const margin = 72
const right = width - margin
const headerMiddle = 88
export const faceBox = { left: margin + 8, top: 156, sizePx: 292 }
const column = { x: 428, widthPx: right - 428, middle: 302 }
const statsMiddle = 518
/** The possible font sizes of the name in pixels, each with its maximum number of lines. */
const nameSizes = [
  [84, 1],
  [76, 1],
  [66, 2],
  [60, 2],
  [54, 2],
] as const

/** Draws everything except the photo. Contains only shapes: no text, no external references. */
export function shareImageSvg(input: ShareImageInput, { hasPhoto }: { hasPhoto: boolean }): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="226" cy="302" r="600">
      <stop offset="0" stop-color="${colours.accent}" stop-opacity="0.16"/>
      <stop offset="0.5" stop-color="${colours.accent}" stop-opacity="0.04"/>
      <stop offset="1" stop-color="${colours.accent}" stop-opacity="0"/>
    </radialGradient>
    <rect width="100%" height="100%" fill="${colours.ink}"/>
    <rect width="100%" height="100%" fill="url(#glow)"/>
    <rect width="100%" height="8" fill="${colours.accent}"/>
    ${drawBrand(input)}${input.isVerified ? drawBadge() : ''}${drawFace(input, hasPhoto)}${drawNameAndTitle(input)}${drawStatsAndPrice(input)}
  </svg>`
}

function drawBrand({ productName }: ShareImageInput): string {
  return `<g transform="translate(${margin - 4} ${headerMiddle - 25}) scale(1.6)">${logo}</g>
    ${drawLine(drawableText(productName), bold(36), { x: margin + 60, middle: headerMiddle, widthPx: 500 })}`
}

function drawBadge(): string {
  const label = 'Verified expert'
  const style = medium(27)
  const pillPx = textWidthPx(label, style) + 92
  const x = right - pillPx
  return `<rect x="${x}" y="${headerMiddle - 28}" width="${pillPx}" height="56" rx="28" fill="${colours.float}" stroke="${colours.line}" stroke-width="2"/>
    <g transform="translate(${x + 22} ${headerMiddle - 17}) scale(1.42)">${badge}</g>
    ${drawLine(label, style, { x: x + 66, middle: headerMiddle })}`
}

/** A ring for the photo, or initials on the colour of the name. */
function drawFace({ name }: ShareImageInput, hasPhoto: boolean): string {
  const radius = faceBox.sizePx / 2
  const [x, y] = [faceBox.left + radius, faceBox.top + radius]
  const ring = `<circle cx="${x}" cy="${y}" r="${radius + 8}" fill="${colours.ink}" stroke="${colours.accent}" stroke-width="4"/>`
  if (hasPhoto) return ring
  const colour = faceColours[colourIndex(name, { of: faceColours.length })]
  const letters = drawableText(initials(name))
  const symbol = letters
    ? drawLine(letters, bold(124), { x, middle: y, widthPx: radius * 1.5, anchor: 0.5 })
    : `<g transform="translate(${x - 84} ${y - 90}) scale(7)">${person}</g>`
  return `${ring}<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>${symbol}`
}

/** Draws the name as large as it fits. Name and title are centred beside the face. */
function drawNameAndTitle({ name, title, productName }: ShareImageInput): string {
  const drawable = drawableText(name)
  // A name in a script without a font leaves nothing to draw, except perhaps punctuation.
  const heading = /\p{L}/u.test(drawable) ? drawable : drawableText(`Expert on ${productName}`)
  const upper = fitName(heading)
  const lower = fitBlock(drawableText(title), medium(35), 2)
  const gap = lower.lines.length > 0 ? 14 : 0
  const top = column.middle - (upper.heightPx + gap + lower.heightPx) / 2
  return (
    drawBlock(upper, { top, fill: colours.text }) +
    drawBlock(lower, { top: top + upper.heightPx + gap, fill: colours.soft })
  )
}

function fitName(name: string): Block {
  for (const [sizePx, lines] of nameSizes) {
    const fitted = fitBlock(name, bold(sizePx), lines)
    if (fitted.lines.join(' ') === name) return fitted
  }
  return fitBlock(name, bold(54), 2)
}

function drawStatsAndPrice({ rating, reviews, sessions, ratePaisePerMinute }: ShareImageInput): string {
  const rate = `${formatRupees(ratePaisePerMinute)}/min`
  const pillPx = textWidthPx(rate, bold(42)) + 72
  const pillX = right - pillPx
  const stars = rating.toFixed(1)
  const starsX = margin + 52
  const reviewsX = starsX + textWidthPx(stars, bold(40)) + 16
  const statTexts = [reviews > 0 ? `(${counted(reviews, 'review')})` : '(No reviews yet)']
  if (sessions > 0) statTexts.push(counted(sessions, 'session'))
  const position = { x: reviewsX, middle: statsMiddle, fill: colours.soft, widthPx: pillX - 32 - reviewsX }
  return `<g transform="translate(${margin} ${statsMiddle - 21}) scale(1.7)">${star}</g>
    ${drawLine(stars, bold(40), { x: starsX, middle: statsMiddle })}
    ${drawLine(statTexts.join('  ·  '), medium(31), position)}
    <rect x="${pillX}" y="${statsMiddle - 40}" width="${pillPx}" height="80" rx="40" fill="${colours.accent}"/>
    ${drawLine(rate, bold(42), { x: pillX + 36, middle: statsMiddle, fill: colours['on-accent'] })}`
}

type Block = { lines: string[]; style: TextStyle; linePx: number; heightPx: number }

function fitBlock(text: string, style: TextStyle, lines: number): Block {
  const fitted = fitLines(text, style, { widthPx: column.widthPx, lines })
  // Devanagari has marks above and below the line.
  const linePx = style.sizePx * (/\p{Script=Devanagari}/u.test(text) ? 1.36 : 1.18)
  return { lines: fitted, style, linePx, heightPx: linePx * fitted.length }
}

function drawBlock({ lines, style, linePx }: Block, { top, fill }: { top: number; fill: string }): string {
  const placed = lines.map((line, index) => ({ line, middle: top + linePx * (index + 0.5) }))
  return placed.map(({ line, middle }) => drawLine(line, style, { ...column, middle, fill })).join('')
}

type TextPlacement = { x: number; middle: number; widthPx?: number; anchor?: 0 | 0.5 | 1; fill?: string }

/** Draws one line with its capitals centred. Shrinks it when even one grapheme is too wide. */
function drawLine(
  text: string,
  style: TextStyle,
  { x, middle, widthPx = width, anchor = 0, fill = colours.text }: TextPlacement,
) {
  const outline = outlineText(text, style)
  const scale = Math.min(1, widthPx / outline.widthPx)
  const left = x - outline.widthPx * scale * anchor
  const baseline = middle + style.sizePx * scale * 0.35
  return `<g transform="translate(${left} ${baseline}) scale(${scale})" fill="${fill}">${outline.svg}</g>`
}

function bold(sizePx: number): TextStyle {
  return { weight: 'bold', sizePx, trackingEm: -0.012 }
}

function medium(sizePx: number): TextStyle {
  return { weight: 'medium', sizePx }
}

/** Copies of app/shell/logo.tsx and of the lucide icons. */
const round = `fill="none" stroke-linecap="round" stroke-linejoin="round"`
const logo = `<path fill="${colours.accent}" d="M16 3C8.3 3 2.5 8.2 2.5 15c0 3.9 1.9 7.3 4.9 9.5L6.6 29l5.6-2.5c1.2.3 2.5.5 3.8.5 7.7 0 13.5-5.2 13.5-12S23.7 3 16 3Z"/>
  <path ${round} stroke="${colours['on-accent']}" stroke-width="2.8" d="M16 8.5V15l4.6 3.2"/>`
const badge = `<path fill="${colours.accent}" d="M3.85 8.62a4 4 0 0 1 4.78-4.77 4 4 0 0 1 6.74 0 4 4 0 0 1 4.78 4.78 4 4 0 0 1 0 6.74 4 4 0 0 1-4.77 4.78 4 4 0 0 1-6.75 0 4 4 0 0 1-4.78-4.77 4 4 0 0 1 0-6.76Z"/>
  <path ${round} stroke="${colours['on-accent']}" stroke-width="2.4" d="m16 9-5.5 5.5L8 12"/>`
const star = `<path fill="${colours.accent}" d="M11.525 2.295a.53.53 0 0 1 .95 0l2.31 4.679a2.123 2.123 0 0 0 1.595 1.16l5.166.756a.53.53 0 0 1 .294.904l-3.736 3.638a2.123 2.123 0 0 0-.611 1.878l.882 5.14a.53.53 0 0 1-.771.56l-4.618-2.428a2.122 2.122 0 0 0-1.973 0L6.396 21.01a.53.53 0 0 1-.77-.56l.881-5.139a2.122 2.122 0 0 0-.611-1.879L2.16 9.795a.53.53 0 0 1 .294-.906l5.165-.755a2.122 2.122 0 0 0 1.597-1.16z"/>`
const person = `<g ${round} stroke="${colours.text}" stroke-width="1.6"><circle cx="12" cy="8" r="5"/><path d="M20 21a8 8 0 0 0-16 0"/></g>`
