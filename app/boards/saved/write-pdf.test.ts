import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { writePdf } from '#app/boards/saved/write-pdf.ts'

async function makePage(width: number, height: number, background: string) {
  const jpeg = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { jpeg, pixels: { width, height }, points: { width: width * 0.375, height: height * 0.375 } }
}

test('pdf.js reads the pages, their sizes, their pictures and the title', async () => {
  const pages = [await makePage(800, 600, '#ff0000'), await makePage(301, 407, '#0000ff')]
  const data = writePdf(pages, { title: 'Board of Asha (आशा)' })
  const loadingTask = getDocument({ data, useSystemFonts: false, verbosity: 0 })
  const pdf = await loadingTask.promise
  expect(pdf.numPages).toBe(2)
  expect(await pdf.getMetadata()).toMatchObject({ info: { Title: 'Board of Asha (आशा)' } })
  const found = []
  for (let number = 1; number <= 2; number += 1) {
    const page = await pdf.getPage(number)
    const { fnArray, argsArray } = await page.getOperatorList()
    const painted = argsArray[fnArray.indexOf(OPS.paintImageXObject)] as [string, number, number]
    found.push({ view: page.view, pixels: painted.slice(1) })
  }
  await loadingTask.destroy()
  expect(found).toEqual([
    { view: [0, 0, 300, 225], pixels: [800, 600] },
    { view: [0, 0, 112.88, 152.63], pixels: [301, 407] },
  ])
})

test('the picture of a page is stored as it is', async () => {
  const page = await makePage(20, 10, '#00ff00')
  const file = Buffer.from(writePdf([page], { title: '' }))
  const start = file.indexOf(page.jpeg)
  expect(start).toBeGreaterThan(0)
  expect(file.subarray(start + page.jpeg.length).toString('latin1')).toMatch(/^\nendstream\nendobj\nxref/)
})
