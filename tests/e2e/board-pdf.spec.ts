import { signInAsExpert } from '#tests/e2e/experts.ts'
import { expect, openPage, type Page, test } from '#tests/e2e/test.ts'
import { buildPdf, embeddedFontPage, missingPage, namedFontPage, picturePage } from '#tests/pdf-pages.ts'

test.describe.configure({ timeout: 120_000 })

test('text, photos and scans of a PDF are drawn, and a note names the parts that cannot be drawn', async ({ page }) => {
  await signInAsExpert(page)
  const foreign = watchForeignRequests(page)
  await openPage(page, '/expert/boards')
  await page.getByRole('textbox', { name: 'Name of a new board' }).fill('Worksheets')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(area(page)).toBeVisible()
  const pages = [
    namedFontPage('Helvetica', 'T'),
    namedFontPage('Symbol', '^'),
    namedFontPage('ZapfDingbats', 'n'),
    embeddedFontPage(),
    await picturePage('photo'),
    await picturePage('fax'),
    await picturePage('fax mask'),
    await picturePage('JBIG2'),
    await picturePage('JPEG 2000'),
    await picturePage('broken JPEG 2000'),
    namedFontPage('Helvetica', 'T'),
    missingPage,
  ]
  const buffer = buildPdf(pages)
  await board(page)
    .getByLabel('Picture or PDF for the board')
    .setInputFiles({ name: 'worksheet.pdf', mimeType: 'application/pdf', buffer })
  await expect(board(page).getByText('13 of 13')).toBeVisible({ timeout: 80_000 })

  // The first page of the board is the one before the document.
  for (const [number, colours] of [
    [11, letterT],
    [10, null],
    [9, { left: 'red', right: 'green' }],
    [8, { left: 'dark', right: 'white' }],
    [7, { left: 'blue', right: 'white' }],
    [6, { left: 'dark', right: 'white' }],
    [5, { left: 'red', right: 'green' }],
    [4, letterT],
    // A filled square.
    [3, { middle: 'dark', lowerMiddle: 'dark', lowerLeft: 'dark' }],
    // A line that ends on another line.
    [2, { centre: 'dark', foot: 'dark', upperLeft: 'white' }],
    [1, letterT],
  ] as const) {
    await board(page).getByRole('button', { name: 'Previous page' }).click()
    await expect(board(page).getByText(`${number + 1} of 13`)).toBeVisible()
    if (colours) await test.step(`page ${number}`, () => expectColours(page, colours))
  }
  const texts = board(page).getByRole('region', { name: 'Text on the board' })
  await expect(texts.getByRole('listitem')).toHaveText([
    'Parts of this page could not be drawn.',
    'This page of the PDF could not be drawn.',
  ])
  expect(foreign).toEqual([])
})

const board = (page: Page) => page.getByRole('region', { name: 'Board' })
const area = (page: Page) => board(page).getByRole('application', { name: /^Drawing area/ })

/** Places on a page, as shares of its width and height. */
const places = {
  left: [0.25, 0.5],
  right: [0.75, 0.5],
  upperLeft: [0.25, 0.3],
  top: [0.3, 0.25],
  middle: [0.46, 0.5],
  centre: [0.5, 0.5],
  foot: [0.3, 0.727],
  lowerLeft: [0.25, 0.65],
  lowerMiddle: [0.46, 0.7],
} as const
type Place = keyof typeof places
type Colours = Partial<Record<Place, string>>

const letterT: Colours = { top: 'dark', middle: 'dark', lowerLeft: 'white' }

/** Expects colours at these places of the picture that the board shows. */
async function expectColours(page: Page, colours: Colours): Promise<void> {
  const readColours = async () => {
    const found: Colours = {}
    for (const place of Object.keys(colours) as Place[]) found[place] = await readColour(page, places[place])
    return found
  }
  await expect.poll(readColours).toEqual(colours)
}

/** Pages of a PDF are 900 units wide and 1,200 high, and are shown in the middle with a margin. */
async function readColour(page: Page, [left, top]: readonly [number, number]): Promise<string> {
  const [red = 0, green = 0, blue = 0] = await area(page)
    .locator('canvas')
    .first()
    .evaluate(
      (element, at) => {
        const { width, height } = element as HTMLCanvasElement
        const zoom = Math.min((width - 32) / 900, (height - 32) / 1_200)
        const [x, y] = [width / 2 + (at.left - 0.5) * 900 * zoom, height / 2 + (at.top - 0.5) * 1_200 * zoom]
        return [...((element as HTMLCanvasElement).getContext('2d')?.getImageData(x, y, 1, 1).data ?? [])]
      },
      { left, top },
    )
  if (Math.max(red, green, blue) < 90) return 'dark'
  if (Math.min(red, green, blue) > 230) return 'white'
  if (red > 150 && green < 90 && blue < 90) return 'red'
  if (green > 110 && red < 90 && blue < 90) return 'green'
  if (blue > 150 && red < 90 && green < 90) return 'blue'
  return `${red} ${green} ${blue}`
}

function watchForeignRequests(page: Page): string[] {
  const foreign: string[] = []
  page.context().on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== test.info().project.use.baseURL) foreign.push(request.url())
  })
  return foreign
}
