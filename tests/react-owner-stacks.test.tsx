import { render } from '@testing-library/react'
import { createElement } from 'react'
import { expect, test, vi } from 'vitest'

test('React records no stack for an element', () => {
  // React lowers the limit for each stack that it records.
  const limits: number[] = []
  const original = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit') ?? {}
  let limit = Error.stackTraceLimit
  Object.defineProperty(Error, 'stackTraceLimit', {
    configurable: true,
    get: () => limit,
    set(value: number) {
      limit = value
      limits.push(value)
    },
  })
  try {
    render(createElement('p', null, <b>Ravi</b>))
  } finally {
    Object.defineProperty(Error, 'stackTraceLimit', original)
  }
  expect(limits).toEqual([])
})

test('React still warns, and names the component', () => {
  function People() {
    return <ul>{['Asha', 'Ravi'].map((name) => createElement('li', null, name))}</ul>
  }
  render(<People />)
  const [warning] = vi.mocked(console.error).mock.calls.map((values) => values.join(' '))
  vi.mocked(console.error).mockClear()
  expect(warning).toContain('Each child in a list should have a unique "key" prop')
  expect(warning).toContain('People')
})
