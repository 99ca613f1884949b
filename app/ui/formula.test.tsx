import { render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FormulaText } from '#app/ui/formula.tsx'
import { expectAccessible } from '#tests/accessible.ts'

const show = (text: string) =>
  render(
    <p>
      <FormulaText text={text} />
    </p>,
  ).container

test('a formula is drawn, and screen readers get it as MathML', async () => {
  const box = show('So $x^2$ is a square.')
  await expect.poll(() => box.querySelector('math msup')?.textContent).toBe('x2')
  expect(box.querySelector('.katex-html')?.getAttribute('aria-hidden')).toBe('true')
  expect(box.querySelector('annotation')?.textContent).toBe('x^2')
  expect(box.textContent).toMatch(/^So .*is a square\.$/)
  await expectAccessible()
})

test('a formula between two dollars has a line of its own', async () => {
  const box = show('$$\\frac{1}{2}$$')
  await expect.poll(() => box.querySelector('.katex-display')).not.toBeNull()
})

test.each([
  ['what is not LaTeX', '$\\frac{1}$'],
  ['an unknown command', '$\\unknown{x}$'],
  ['a formula that expands without end', '$\\def\\a{\\a\\a}\\a$'],
])('%s is shown as typed', async (_what, text) => {
  const box = show(`before ${text} and $x$ after`)
  await expect.poll(() => box.querySelectorAll('.katex')).toHaveLength(1)
  expect(box.textContent).toContain(`before ${text} and `)
})

test.each([
  '$\\href{javascript:alert(1)}{x}$',
  '$\\url{https://example.org}$',
  '$\\includegraphics{https://example.org/x.png}$',
  '$\\htmlStyle{position:fixed}{x}$',
  '$\\text{<img src=x onerror=alert(1)>}$',
])('%s has no link, picture or style of its own', async (text) => {
  const box = show(text)
  await expect.poll(() => box.querySelector('.katex')).not.toBeNull()
  expect(box.querySelector('a, img, script, [href], [src]')).toBeNull()
  expect(box.querySelector('[style*=position]')).toBeNull()
})

test('a huge formula has a limited size', async () => {
  const box = show('$\\rule{1000em}{1000em}$')
  await expect.poll(() => box.querySelector('.katex')).not.toBeNull()
  const styles = [...box.querySelectorAll('[style]')].map((element) => element.getAttribute('style') ?? '')
  const sizes = styles.flatMap((style) => [...style.matchAll(/([\d.]+)em/g)].map(([, size]) => Number(size)))
  expect(sizes).not.toEqual([])
  expect(Math.max(...sizes)).toBeLessThanOrEqual(10)
})

test('a text without formulas, and a page from the server, are shown as typed', () => {
  expect(show('$5 and $6').innerHTML).toBe('<p>$5 and $6</p>')
  expect(renderToString(<FormulaText text="So $x^2$." />).replaceAll('<!-- -->', '')).toBe('So $x^2$.')
})
