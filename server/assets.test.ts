import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadAssets } from '#server/assets.ts'
import type { BuiltFile } from '#server/built-files.ts'
import type { Env } from '#server/request.ts'

const otherFile = {
  path: '/assets/other-1.js',
  contentType: 'text/javascript',
  isBrotli: false,
  body: Buffer.from('other'),
}
const find = vi.fn<(path: string) => Promise<BuiltFile | undefined>>()
let folder: string
let now = 0

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samjhao-assets-'))
  await writeFile(join(folder, 'robots.txt'), 'robots')
  find.mockReset().mockImplementation(async (path) => (path === otherFile.path ? otherFile : undefined))
})
afterEach(() => rm(folder, { recursive: true }))

function createApp() {
  const app = new Hono<Env>()
  app.onError((_error, c) => c.body(null, 500))
  app.use(loadAssets(folder, 'build', find, { nowMs: () => now }).serve)
  return async (path: string, init?: RequestInit) => (await app.request(path, init)).status
}

describe('a file of another build', () => {
  test('is looked up once and then kept, even for concurrent requests', async () => {
    const ask = createApp()
    expect(await Promise.all([ask(otherFile.path), ask(otherFile.path)])).toEqual([200, 200])
    expect(await ask(otherFile.path)).toBe(200)
    expect(find).toHaveBeenCalledTimes(1)
  })

  test('that does not exist is looked up again after ten seconds', async () => {
    const ask = createApp()
    for (let times = 0; times < 5; times += 1) expect(await ask('/assets/none-1.js')).toBe(404)
    expect(find).toHaveBeenCalledTimes(1)
    now += 10_000
    expect(await ask('/assets/none-1.js')).toBe(404)
    expect(find).toHaveBeenCalledTimes(2)
  })

  test('is looked up again after a failure', async () => {
    const ask = createApp()
    find.mockRejectedValueOnce(new Error('no database'))
    expect(await ask(otherFile.path)).toBe(500)
    expect(await ask(otherFile.path)).toBe(200)
  })

  test('is looked up in the folder of a version of pdf.js', async () => {
    const ask = createApp()
    expect(await ask('/assets/pdfjs-6.5.0/decoder.js')).toBe(404)
    expect(find).toHaveBeenCalledExactlyOnceWith('/assets/pdfjs-6.5.0/decoder.js')
  })

  test('is looked up for at most 500 invented names in ten seconds', async () => {
    const ask = createApp()
    for (let name = 0; name < 1_000; name += 1) expect(await ask(`/assets/${name}.js`)).toBe(404)
    expect(find).toHaveBeenCalledTimes(500)
    now += 10_000
    expect(await ask(otherFile.path)).toBe(200)
  })

  test('is not looked up under a name that no build writes, such as one with a NUL', async () => {
    const ask = createApp()
    for (const name of ['%00', 'a%00.js', 'a/b.js', '/other-1.js', '%F0%9F%99%82.js', '']) {
      expect(await ask(`/assets/${name}`)).toBe(404)
    }
    expect(find).not.toHaveBeenCalled()
  })

  test('is not looked up outside the folder or for a POST request', async () => {
    const ask = createApp()
    expect(await ask('/robots.txt')).toBe(200)
    expect(await ask('/none.txt')).toBe(404)
    expect(await ask('/assets/none-1.js', { method: 'POST' })).toBe(404)
    expect(find).not.toHaveBeenCalled()
  })
})
