import { beforeEach, expect, test, vi } from 'vitest'
import { reloadOnce } from '#app/shell/reload-on-missing-files.ts'

const url = 'https://samjhao.example/assets/part-Ab12Cd34.js'
const missing = new TypeError(`Failed to fetch dynamically imported module: ${url}`)
const reload = vi.fn<() => void>()
const request = vi.fn<(url: string) => Promise<Response>>()

beforeEach(() => {
  const storedItems = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => void storedItems.set(key, value),
  })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', request)
  reload.mockReset()
  request.mockReset().mockResolvedValue(new Response(null, { status: 404 }))
})

test('reloads once when a file is missing', async () => {
  await reloadOnce(missing)
  expect(request).toHaveBeenCalledWith(url, expect.anything())
  expect(reload).toHaveBeenCalledOnce()
  await reloadOnce(missing)
  expect(reload).toHaveBeenCalledOnce()
})

test('does not reload after a network error, a 503 or when the file exists', async () => {
  request.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await reloadOnce(missing)
  for (const status of [200, 503]) {
    request.mockResolvedValueOnce(new Response(null, { status }))
    await reloadOnce(missing)
  }
  await reloadOnce(new TypeError('Importing a module script failed.'))
  expect(reload).not.toHaveBeenCalled()
})
