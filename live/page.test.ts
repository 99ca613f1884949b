import { expect, test } from 'vitest'
import { browserPage } from '#live/page.ts'

function openPage() {
  const window = Object.assign(new EventTarget(), { navigator: { onLine: true } })
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
  const page = browserPage(window, document)
  const heard: string[] = []
  const leave = page.listen({ sleep: () => heard.push('sleep'), wake: () => heard.push('wake') })
  const happen = (target: EventTarget, name: string) => target.dispatchEvent(new Event(name))
  return { window, document, page, heard, leave, happen }
}

test('a page sleeps while the browser is offline', () => {
  const { window, page, heard, happen } = openPage()
  window.navigator.onLine = false
  happen(window, 'offline')
  expect(page.isAwake()).toBe(false)
  happen(window, 'pageshow')
  window.navigator.onLine = true
  happen(window, 'online')
  expect(page.isAwake()).toBe(true)
  expect(heard).toEqual(['sleep', 'wake'])
})

test('a page sleeps while it is frozen or kept for the way back', () => {
  const { window, document, page, heard, happen } = openPage()
  for (const [target, asleep, awake] of [
    [document, 'freeze', 'resume'],
    [window, 'pagehide', 'pageshow'],
  ] as const) {
    happen(target, asleep)
    expect(page.isAwake()).toBe(false)
    happen(target, awake)
    expect(page.isAwake()).toBe(true)
  }
  expect(heard).toEqual(['sleep', 'wake', 'sleep', 'wake'])
})

test('a page in the background stays awake, and looks after its connection when it comes back', () => {
  const { document, page, heard, happen } = openPage()
  document.visibilityState = 'hidden'
  happen(document, 'visibilitychange')
  expect(page.isAwake()).toBe(true)
  expect(heard).toEqual([])
  document.visibilityState = 'visible'
  happen(document, 'visibilitychange')
  expect(heard).toEqual(['wake'])
})

test('who has left hears nothing', () => {
  const { window, heard, leave, happen } = openPage()
  leave()
  happen(window, 'offline')
  expect(heard).toEqual([])
})
