import { expect, test } from 'vitest'
import { browserPage } from '#live/page.ts'

function openPage() {
  const window = Object.assign(new EventTarget(), { navigator: { onLine: true } })
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const page = browserPage(window, document)
  const received: string[] = []
  const unsubscribe = page.listen({ onSleep: () => received.push('sleep'), onWake: () => received.push('wake') })
  const dispatch = (target: EventTarget, name: string) => target.dispatchEvent(new Event(name))
  return { window, document, page, received, unsubscribe, dispatch }
}

test('a page sleeps while the browser is offline', () => {
  const { window, page, received, dispatch } = openPage()
  window.navigator.onLine = false
  dispatch(window, 'offline')
  expect(page.isAwake()).toBe(false)
  dispatch(window, 'pageshow')
  window.navigator.onLine = true
  dispatch(window, 'online')
  expect(page.isAwake()).toBe(true)
  expect(received).toEqual(['sleep', 'wake'])
})

test('a page sleeps while it is frozen or in the back-forward cache', () => {
  const { window, document, page, received, dispatch } = openPage()
  for (const [target, asleep, awake] of [
    [document, 'freeze', 'resume'],
    [window, 'pagehide', 'pageshow'],
  ] as const) {
    dispatch(target, asleep)
    expect(page.isAwake()).toBe(false)
    dispatch(target, awake)
    expect(page.isAwake()).toBe(true)
  }
  expect(received).toEqual(['sleep', 'wake', 'sleep', 'wake'])
})

test('a page in the background stays awake, and checks its connection when it becomes visible', () => {
  const { document, page, received, dispatch } = openPage()
  document.visibilityState = 'hidden'
  dispatch(document, 'visibilitychange')
  expect(page.isAwake()).toBe(true)
  expect(received).toEqual([])
  document.visibilityState = 'visible'
  dispatch(document, 'visibilitychange')
  expect(received).toEqual(['wake'])
})

test('after unsubscribing, a handler is not called', () => {
  const { window, received, unsubscribe, dispatch } = openPage()
  unsubscribe()
  dispatch(window, 'offline')
  expect(received).toEqual([])
})
