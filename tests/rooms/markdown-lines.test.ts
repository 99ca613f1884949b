import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Tables and code cannot be wrapped. */
function listLongLines(markdown: string): number[] {
  let isCode = false
  return markdown.split('\n').flatMap((line, index) => {
    if (line.trimStart().startsWith('```')) isCode = !isCode
    return isCode || line.trimStart().startsWith('|') || line.length < 120 ? [] : [index + 1]
  })
}

test('lines of Markdown have fewer than 120 characters', () => {
  const files = [...globSync('*.md'), ...globSync('{app,bench,database,demo,deploy,docs,domain,tests}/**/*.md')]
  expect(files.length).toBeGreaterThan(90)
  const longLines = files.flatMap((file) => listLongLines(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
  expect(longLines).toEqual([])
})

test('a long line is found, but not in a table or in code', () => {
  const long = 'x'.repeat(120)
  expect(listLongLines(`| ${long} |\n\`\`\`\n${long}\n\`\`\`\n${long.slice(1)}\n- ${long}`)).toEqual([6])
})
