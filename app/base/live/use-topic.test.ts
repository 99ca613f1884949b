import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LiveProvider } from '#app/base/live/live-provider.tsx'
import { useTopic } from '#app/base/live/use-topic.ts'

const expert = 'expert:0199c0de-0000-7000-8000-000000000009'

function Switch() {
  const { isOnline } = useTopic(expert, { isOnline: true, status: 'online' })
  return isOnline ? 'online' : 'offline'
}

test('server rendering uses the initial data', () => {
  const props = { personId: null, children: createElement(Switch) }
  expect(renderToString(createElement(LiveProvider, props))).toBe('online')
})

test('without a connection the initial data is used', () => {
  expect(renderToString(createElement(Switch))).toBe('online')
})
