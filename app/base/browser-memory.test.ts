import { afterEach, expect, test, vi } from 'vitest'
import { browserMemory, tabMemory } from '#app/base/browser-memory.ts'

afterEach(() => vi.unstubAllGlobals())

test('a browser that keeps nothing is no reason to fail', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  tabMemory.setItem('a', '1')
  expect(tabMemory.getItem('a')).toBeNull()
  expect(() => tabMemory.removeItem('a')).not.toThrow()
})

test('what is kept comes back', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  browserMemory.setItem('a', '1')
  expect(browserMemory.getItem('a')).toBe('1')
  browserMemory.removeItem('a')
  expect(browserMemory.getItem('a')).toBeNull()
})
