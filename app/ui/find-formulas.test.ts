import { expect, test } from 'vitest'
import { splitFormulas } from '#app/ui/find-formulas.ts'

const show = (text: string) =>
  splitFormulas(text).map((part) =>
    'words' in part ? part.words : `${part.isBlock ? 'block' : 'inline'}: ${part.latex}`,
  )

test.each([
  ['$x$', ['inline: x']],
  ['$x^2$ and $y$', ['inline: x^2', ' and ', 'inline: y']],
  ['So $x = \\frac{1}{2}$.', ['So ', 'inline: x = \\frac{1}{2}', '.']],
  ['(see $a_1$, $a_2$)', ['(see ', 'inline: a_1', ', ', 'inline: a_2', ')']],
  ['$2x$ is even', ['inline: 2x', ' is even']],
  ['$sin x + cos x$', ['inline: sin x + cos x']],
  ['$area = l b$', ['inline: area = l b']],
  ['$\\text{speed of light}$', ['inline: \\text{speed of light}']],
  ['$n-1$', ['inline: n-1']],
  ['It costs $5 and $x^2$ is a formula', ['It costs $5 and ', 'inline: x^2', ' is a formula']],
  ['$$\\int_0^1 x\\,dx$$', ['block: \\int_0^1 x\\,dx']],
  ['then $$\na = b\n$$ holds', ['then ', 'block: a = b', ' holds']],
  ['\\(a+b\\) and \\[c\\]', ['inline: a+b', ' and ', 'block: c']],
  ['\\[\n\\begin{matrix}1 & 2\\\\ 3 & 4\\end{matrix}\n\\]', ['block: \\begin{matrix}1 & 2\\\\ 3 & 4\\end{matrix}']],
  ['\\(price in $\\)', ['inline: price in $']],
  ['क्षेत्रफल $\\pi r^2$ है', ['क्षेत्रफल ', 'inline: \\pi r^2', ' है']],
])('%j has formulas', (text, parts) => {
  expect(show(text)).toEqual(parts)
  expect(splitFormulas(text).some((part) => 'latex' in part)).toBe(true)
})

test.each([
  '',
  'no formula',
  '$5 and $6',
  '$5-$6',
  '$5, $6',
  '$5/$6',
  'between $5 or 6$',
  '5$ and 6$',
  '5$, 6$',
  '$10/hour or 12$',
  '$5 apples + 3 oranges$',
  'US$5 or US$6',
  'costs $x and $y',
  'make $$ and earn $$ fast',
  '$$$$',
  '$$ $$',
  '$ x $',
  '$',
  '$$',
  '\\(\\)',
  '\\[ \\]',
  '₹500 for 50 minutes, Rs. 10/- each',
  '₹5 and $6',
  '\\$5 and \\$6',
  '$a=$b;',
  'echo "$a" . "$b"',
  '$HOME/$USER',
  'first line costs $5\nsecond costs 6$',
  '\\( open',
  '\\[ open',
  `$${'x'.repeat(501)}$`,
])('%j has no formula', (text) => {
  expect(splitFormulas(text)).toEqual(text ? [{ words: text }] : [])
})

test.each([
  '$'.repeat(2_000),
  '\\('.repeat(1_000),
  '\\['.repeat(1_000),
  '$a '.repeat(600),
  '$$a'.repeat(600),
  '$ a$'.repeat(500),
])('a text full of marks is read completely', (text) => {
  const before = process.cpuUsage()
  const parts = splitFormulas(text)
  expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  expect(parts.map((part) => ('words' in part ? part.words : part.source)).join('')).toBe(text)
})
