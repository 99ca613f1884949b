import { describe, expect, test } from 'vitest'
import { deviceHelp } from '#app/call/devices/device-help.ts'

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const android =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

describe('help for a refused permission matches the browser', () => {
  test.each([
    ['Chrome', chrome, 'Click the symbol at the left of the address bar, switch camera on'],
    ['Chrome on Android', android, 'Tap the symbol at the left of the address bar, open Permissions'],
    ['Firefox', firefox, 'Click the crossed-out symbol'],
    ['Safari', safari, 'Open Safari in the menu bar'],
    ['an iPhone', iphone, 'open the settings for this website'],
  ])('%s', (_, userAgent, text) => {
    const help = deviceHelp({ kind: 'refused', device: 'camera' }, userAgent)
    expect(help.title).toBe('This page is not allowed to use your camera')
    expect(help.text).toContain(text)
  })
})

test('help names the device that is missing or in use', () => {
  expect(deviceHelp({ kind: 'missing', device: 'microphone' }, chrome)).toEqual({
    title: 'Your microphone was not found',
    text: 'Connect it, check that nothing has switched it off, and try again.',
  })
  expect(deviceHelp({ kind: 'in use', device: 'both' }, chrome).title).toBe(
    'Your camera and microphone cannot be opened',
  )
  expect(deviceHelp({ kind: 'unsupported', device: 'microphone' }, chrome).text).toContain('over https')
})
