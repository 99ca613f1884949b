import { expect, test } from 'vitest'
import { placeControls } from '#app/call/controls/control.ts'

const ten = ['mute', 'camera', 'chat', 'share', 'devices', 'full', 'small', 'picture', 'help', 'more']

test('a wide bar has room for every control, and needs no menu', () => {
  expect(placeControls(ten, 1248)).toEqual({ inBar: ten, inMenu: [] })
})

test('a telephone has room for the first three and a menu beside them', () => {
  for (const widthPx of [358, 328])
    expect(placeControls(ten, widthPx)).toEqual({ inBar: ten.slice(0, 3), inMenu: ten.slice(3) })
})

test('a menu of one would take the place of that one', () => {
  expect(placeControls(ten.slice(0, 4), 358)).toEqual({ inBar: ten.slice(0, 4), inMenu: [] })
})

test('where there is no room at all, everything is in the menu', () => {
  expect(placeControls(ten, 0)).toEqual({ inBar: [], inMenu: ten })
})
