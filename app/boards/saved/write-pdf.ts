export type PdfPage = {
  jpeg: Uint8Array
  /** The size of the picture, in pixels. */
  pixels: { width: number; height: number }
  /** The size on paper, in points of 1/72 inch. */
  points: { width: number; height: number }
}

const encoder = new TextEncoder()

/** Writes a PDF document with one picture on each page. Object 1 is the catalogue, 2 the page tree, 3 the metadata. */
export function writePdf(pages: PdfPage[], { title }: { title: string }): Uint8Array<ArrayBuffer> {
  const idsOf = (index: number) => ({ page: 4 + index * 3, content: 5 + index * 3, picture: 6 + index * 3 })
  const kids = pages.map((_, index) => `${idsOf(index).page} 0 R`).join(' ')
  const objects: Uint8Array[][] = [
    [text('<</Type/Catalog/Pages 2 0 R>>')],
    [text(`<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`)],
    [text(`<</Title ${utf16Text(title)}>>`)],
    ...pages.flatMap((page, index) => writePage(page, idsOf(index))),
  ]
  const parts: Uint8Array[] = [text('%PDF-1.4\n')]
  let position = parts[0]?.length ?? 0
  const add = (part: Uint8Array) => {
    parts.push(part)
    position += part.length
  }
  const offsets = objects.map((object, index) => {
    const offset = position
    for (const part of [text(`${index + 1} 0 obj\n`), ...object, text('\nendobj\n')]) add(part)
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = position
  add(text(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`))
  add(text(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R/Info 3 0 R>>\nstartxref\n${start}\n%%EOF\n`))
  return join(parts, position)
}

function writePage(
  { jpeg, pixels, points }: PdfPage,
  { content, picture }: { content: number; picture: number },
): Uint8Array[][] {
  const [width, height] = [round(points.width), round(points.height)]
  // Scales the picture, which is one unit wide and high, to the page.
  const drawing = `${width} 0 0 ${height} 0 0 cm /P Do`
  return [
    [
      text(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents ${content} 0 R` +
          `/Resources<</XObject<</P ${picture} 0 R>>>>>>`,
      ),
    ],
    [text(`<</Length ${drawing.length}>>stream\n${drawing}\nendstream`)],
    [
      text(
        `<</Type/XObject/Subtype/Image/Width ${pixels.width}/Height ${pixels.height}/ColorSpace/DeviceRGB` +
          `/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>stream\n`,
      ),
      jpeg,
      text('\nendstream'),
    ],
  ]
}

/** Any text, as UTF-16 in hexadecimal digits. */
function utf16Text(value: string): string {
  const units = Array.from({ length: value.length }, (_, at) => value.charCodeAt(at).toString(16).padStart(4, '0'))
  return `<feff${units.join('')}>`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function text(value: string): Uint8Array {
  return encoder.encode(value)
}

function join(parts: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
