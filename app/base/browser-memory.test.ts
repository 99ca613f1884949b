import { afterEach, expect, test, vi } from 'vitest'
import { safeLocalStorage, safeSessionStorage } from '#app/base/browser-memory.ts'

afterEach(() => vi.unstubAllGlobals())

test('blocked storage does not throw', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  safeSessionStorage.setItem('a', '1')
  expect(safeSessionStorage.getItem('a')).toBeNull()
  expect(() => safeSessionStorage.removeItem('a')).not.toThrow()
})

test('stored values can be read and removed', () => {
  const storedItems = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => void storedItems.set(key, value),
    removeItem: (key: string) => void storedItems.delete(key),
  })
  safeLocalStorage.setItem('a', '1')
  expect(safeLocalStorage.getItem('a')).toBe('1')
  safeLocalStorage.removeItem('a')
  expect(safeLocalStorage.getItem('a')).toBeNull()
})
