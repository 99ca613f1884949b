import { expect, test } from 'vitest'
import { placeControls } from '#app/call/controls/control.ts'

const tenControls = ['mute', 'camera', 'chat', 'share', 'devices', 'full', 'small', 'picture', 'help', 'more']

test('a wide bar shows every control without a menu', () => {
  expect(placeControls(tenControls, 1248)).toEqual({ inBar: tenControls, inMenu: [] })
})

test('a phone shows the first three controls and a menu', () => {
  for (const widthPx of [358, 328])
    expect(placeControls(tenControls, widthPx)).toEqual({
      inBar: tenControls.slice(0, 3),
      inMenu: tenControls.slice(3),
    })
})

test('a single remaining control is shown in the bar instead of a menu', () => {
  expect(placeControls(tenControls.slice(0, 4), 358)).toEqual({ inBar: tenControls.slice(0, 4), inMenu: [] })
})

test('without any room, every control is in the menu', () => {
  expect(placeControls(tenControls, 0)).toEqual({ inBar: [], inMenu: tenControls })
})
