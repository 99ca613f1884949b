import { render, screen } from '@testing-library/react'
import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { listHidingRules } from '#tests/computed-styles.ts'

test.each([
  ['the hidden attribute', '<button hidden>Call</button>'],
  ['aria-hidden', '<button aria-hidden="true">Call</button>'],
  ['display: none', '<button style="display: none">Call</button>'],
  ['visibility: hidden', '<button style="visibility: hidden">Call</button>'],
  ['a hidden parent', '<div hidden><p><button>Call</button></p></div>'],
  ['a parent with aria-hidden', '<div aria-hidden="true"><p><button>Call</button></p></div>'],
  ['a parent with display: none', '<div style="display: none"><p><button>Call</button></p></div>'],
  ['a parent with visibility: hidden', '<div style="visibility: hidden"><p><button>Call</button></p></div>'],
  ['a closed dialog', '<dialog><button>Call</button></dialog>'],
])('%s hides a button from queries by role', (_what, html) => {
  show(html)
  expect(screen.getByText('Call')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('button', { hidden: true })).toBeDefined()
})

test.each([
  ['no style', '<button>Call</button>'],
  ['display: flex', '<button style="display: flex">Call</button>'],
  ['an open dialog', '<dialog open><button>Call</button></dialog>'],
  [
    'visibility: visible in a hidden parent',
    '<div style="visibility: hidden"><button style="visibility: visible">Call</button></div>',
  ],
])('%s leaves a button visible to queries by role', (_what, html) => {
  show(html)
  expect(screen.getByRole('button', { name: 'Call' })).toBeDefined()
})

test('an accessible name omits hidden text', () => {
  render(
    <button>
      <span>Call</span> <span style={{ display: 'none' }}>now</span>
      <span style={{ visibility: 'hidden' }}>again</span>
      <div>Ravi</div>
    </button>,
  )
  expect(screen.getByRole('button', { name: 'Call Ravi' })).toBeDefined()
})

test('every element has the display and visibility that Happy DOM computes', () => {
  const tags = [
    'a',
    'b',
    'article',
    'audio',
    'button',
    'dialog',
    'div',
    'input',
    'li',
    'script',
    'span',
    'svg',
    'video',
  ]
  const attributes = [
    '',
    'open',
    'hidden',
    'style="display: none"',
    'style="display: grid; visibility: hidden"',
    'style="visibility: visible; color: red"',
    'style="visibility: inherit"',
  ]
  const elements = tags.flatMap((tag) => attributes.map((each) => `<${tag} ${each}></${tag}>`)).join('')
  const html = `<main>${elements}</main><main style="visibility: hidden">${elements}</main>`
  const { container } = show(html)
  const untouched = new Window()
  untouched.document.body.innerHTML = html
  const computed = [...container.querySelectorAll('main *')].map((each) => readStyle(getComputedStyle(each)))
  const expected = [...untouched.document.querySelectorAll('main *')].map((each) =>
    readStyle(untouched.getComputedStyle(each)),
  )
  expect(computed).toHaveLength(tags.length * attributes.length * 2)
  expect(computed).toEqual(expected)
})

test('a style sheet that hides elements fails the test', () => {
  const { unmount } = render(
    <div>
      <style>{'p { color: red } p{display:block}'}</style>
      <style>{'i { color: red; display: none }@media print{b{visibility:hidden}}'}</style>
      <style>{'div::-webkit-scrollbar{display:none}'}</style>
    </div>,
  )
  expect(listHidingRules()).toEqual(['i { color: red; display: none }', 'b{visibility:hidden}'])
  unmount()
  expect(listHidingRules()).toEqual([])
})

test('other computed styles come from Happy DOM', () => {
  render(<p style={{ position: 'fixed' }}>Call</p>)
  const style = getComputedStyle(screen.getByText('Call'))
  expect([style.position, style.getPropertyValue('position'), style.display]).toEqual(['fixed', 'fixed', 'block'])
})

function show(html: string) {
  return render(<div dangerouslySetInnerHTML={{ __html: html }} />)
}

function readStyle(style: Pick<CSSStyleDeclaration, 'display' | 'visibility' | 'getPropertyValue'>) {
  const { display, visibility } = style
  return { display, visibility, asked: ['display', 'visibility'].map((name) => style.getPropertyValue(name)) }
}
