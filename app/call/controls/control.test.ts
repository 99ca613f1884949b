import { expect, test } from 'vitest'
import { placeControls } from '#app/call/controls/control.ts'

const ten = ['mute', 'camera', 'chat', 'share', 'devices', 'full', 'small', 'picture', 'help', 'more']

test('a wide bar shows every control without a menu', () => {
  expect(placeControls(ten, 1248)).toEqual({ inBar: ten, inMenu: [] })
})

test('a phone shows the first three controls and a menu', () => {
  for (const widthPx of [358, 328])
    expect(placeControls(ten, widthPx)).toEqual({ inBar: ten.slice(0, 3), inMenu: ten.slice(3) })
})

test('a single remaining control is shown in the bar instead of a menu', () => {
  expect(placeControls(ten.slice(0, 4), 358)).toEqual({ inBar: ten.slice(0, 4), inMenu: [] })
})

test('without any room, every control is in the menu', () => {
  expect(placeControls(ten, 0)).toEqual({ inBar: [], inMenu: ten })
})
