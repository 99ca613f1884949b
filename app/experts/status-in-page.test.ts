import { expect, test, vi } from 'vitest'
import { updateVisibleStatuses, showStatus, shownStatus } from '#app/experts/status-in-page.ts'
import type { LiveClient } from '#live/client.ts'

type Part = { dataset: Record<string, string>; textContent?: string; disabled?: boolean }

/** A minimal fake element, rendered while the expert was offline. */
function renderPart({ parts = [], ...own }: Partial<Part> & { parts?: Part[] } = {}): HTMLElement & Part {
  const root = { dataset: { presence: 'offline' }, querySelectorAll: () => parts, ...own }
  return root as unknown as HTMLElement & Part
}

const statusTexts = { online: 'Available', busy: 'In a Session', offline: 'Offline' }

test('texts, buttons and styles follow the status', () => {
  const parts: Part[] = [
    { dataset: { presence: 'offline', ...statusTexts }, textContent: 'Offline' },
    {
      dataset: {
        presence: 'offline',
        online: '',
        busy: 'Ravi is in a session.',
        offline: 'Ravi is offline.',
      },
    },
    { dataset: { presence: 'offline' }, textContent: 'Call', disabled: true },
    { dataset: { presence: 'offline' }, textContent: 'a face' },
  ]
  const root = renderPart({ parts })
  showStatus(root, 'online')
  expect(shownStatus(root)).toBe('online')
  expect(parts.map(({ dataset }) => dataset.presence)).toEqual(['online', 'online', 'online', 'online'])
  expect(parts.map(({ textContent }) => textContent)).toEqual(['Available', '', 'Call', 'a face'])
  expect(parts.map(({ disabled }) => disabled)).toEqual([undefined, undefined, false, undefined])
  showStatus(root, 'busy')
  expect(parts.map(({ textContent }) => textContent)).toEqual([
    'In a Session',
    'Ravi is in a session.',
    'Call',
    'a face',
  ])
  expect(parts[2]?.disabled).toBe(true)
})

test('a missing or invalid status is undefined', () => {
  expect(shownStatus(renderPart({ dataset: {} }))).toBeUndefined()
  expect(shownStatus(renderPart({ dataset: { presence: 'asleep' } }))).toBeUndefined()
})

test('visible experts are subscribed once, until cleanup', () => {
  const [near, far] = ['near', 'far'].map((expert) => renderPart({ dataset: { expert, presence: 'offline' } }))
  const visibleCallbacks = new Map<Element, () => void>()
  const watched: string[] = []
  const live = {
    watch: vi.fn<LiveClient['watch']>((topic, onState) => {
      watched.push(topic)
      onState({ isOnline: true, status: 'online' } as never)
      return () => undefined
    }),
  }
  const page = { querySelectorAll: () => [near, far] } as unknown as ParentNode
  const leave = updateVisibleStatuses(live, page, (element, listener) => {
    visibleCallbacks.set(element, () => listener(true))
    return () => visibleCallbacks.delete(element)
  })
  visibleCallbacks.get(near as Element)?.()
  expect(watched).toEqual(['expert:near'])
  expect(near && shownStatus(near)).toBe('online')
  expect(far && shownStatus(far)).toBe('offline')
  expect([...visibleCallbacks.keys()]).toEqual([far])
  leave()
  expect(visibleCallbacks.size).toBe(0)
})
