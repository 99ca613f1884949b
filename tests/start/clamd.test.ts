import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDecodeQueue } from '#domain/files/decode-queue.server.ts'
import { inspectFile } from '#domain/files/inspect-file.server.ts'
import { questionFileMaxBytes } from '#kernel/limits.ts'
import { createClamd } from '#platform/scanner/clamd.ts'
import { type Clamd, eicar, startClamd } from '#tests/clamd.ts'
import { makeDoc, makeDocx, pdfBytes } from '#tests/documents.ts'

// Sends files to a real clamd.
let clamd: Clamd
beforeAll(async () => {
  clamd = await startClamd()
})
afterAll(() => clamd?.stop())

const infectedPdf = Buffer.concat([pdfBytes, eicar, Buffer.from('\n%%EOF\n')])

describe('the scanner', () => {
  test('finds the test virus alone and at the end of the largest file, and nothing in a clean file', async () => {
    const scanner = createClamd(clamd)
    const largest = Buffer.alloc(questionFileMaxBytes, 'a')
    expect(await scanner.isInfected(largest)).toBe(false)
    eicar.copy(largest, largest.length - eicar.length)
    expect(await scanner.isInfected(largest)).toBe(true)
    expect(await scanner.isInfected(eicar)).toBe(true)
    expect(await scanner.isInfected(Buffer.alloc(0))).toBe(false)
  })

  test('does not mix up files that are scanned at the same time', async () => {
    const scanner = createClamd(clamd)
    const files = Array.from({ length: 20 }, (_, index) => (index % 3 === 0 ? infectedPdf : pdfBytes))
    const found = await Promise.all(files.map((file) => scanner.isInfected(file)))
    expect(found).toEqual(files.map((file) => file === infectedPdf))
  })

  test('does not report a file as clean when it is too large or the scanner does not answer', async () => {
    const small = await startClamd({ maxBytes: 2 ** 20 })
    const scanner = createClamd(small, { timeoutMs: 300 })
    expect(await createClamd(small).isInfected(pdfBytes)).toBe(false)
    await expect(createClamd(small).isInfected(Buffer.alloc(2 ** 21, 'a'))).rejects.toBeInstanceOf(Error)
    await expect(createClamd(small).isInfected(Buffer.alloc(questionFileMaxBytes, 'a'))).rejects.toBeInstanceOf(Error)
    small.pause()
    await expect(scanner.isInfected(pdfBytes)).rejects.toThrow('in time')
    small.resume()
    await small.stop()
    await expect(scanner.isInfected(pdfBytes)).rejects.toThrow('ECONNREFUSED')
  })
})

describe('an uploaded document', () => {
  const inspect = (bytes: Uint8Array) =>
    inspectFile(bytes, { decodeQueue: createDecodeQueue({ scanner: createClamd(clamd) }), owner: 'asha' })

  test.each([
    ['PDF', infectedPdf],
    ['Word document, in a packed part', makeDocx([{ name: 'word/media/a.bin', text: eicar.toString() }])],
    ['Word document of the old format', Buffer.concat([makeDoc(), eicar])],
  ])('with a virus is refused: %s', async (_what, bytes) => {
    await expect(inspect(bytes)).rejects.toMatchObject({ code: 'file_infected' })
  })

  test.each([
    ['PDF', pdfBytes],
    ['Word document', makeDocx()],
    ['Word document of the old format', makeDoc()],
  ])('without a virus is accepted: %s', async (_what, bytes) => {
    expect((await inspect(bytes)).bytes).toBe(bytes)
  })
})
