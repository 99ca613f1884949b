import { expect, test } from 'vitest'
import { wrapLines } from '#bench/wrap-lines.ts'

const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')

test('long lines are wrapped at spaces, and no word is lost', () => {
  const lines = wrapLines(`# Title\n\n${words}`).split('\n')
  expect(lines.slice(0, 2)).toEqual(['# Title', ''])
  expect(lines.slice(2).join(' ')).toBe(words)
  expect(lines.length).toBeGreaterThan(4)
  for (const line of lines) expect(line.length).toBeLessThan(120)
})

test('a line of 119 characters stays, and one of 120 is wrapped', () => {
  const line = `${'a'.repeat(60)} ${'b'.repeat(58)}`
  expect(wrapLines(line)).toBe(line)
  expect(wrapLines(`${line}b`).split('\n')).toHaveLength(2)
})

test('tables, code and words without a space stay', () => {
  const kept = `| ${words} |\n\n\`\`\`\n${words}\n\`\`\`\n\n${'x'.repeat(200)}`
  expect(wrapLines(kept)).toBe(kept)
})
