import { expect, test } from 'vitest'
import { captionOf, type Sight } from '#app/call/stage/captions.ts'

const talking: Sight = {
  side: 'student',
  stage: 'connected',
  muted: false,
  cameraOff: false,
  audioOnly: false,
  isSharing: false,
  isWeak: false,
  warning: null,
  isSmall: false,
  isVideo: true,
  otherName: 'Ravi',
  other: { microphone: true, camera: true },
  limit: 'money',
  until: null,
  otherGoesOn: false,
}
const heard = (changes: Partial<Sight>, before: Partial<Sight> = {}) =>
  captionOf({ ...talking, ...before }, { ...talking, ...before, ...changes })

test('the first look says where one is, and a look at the same says nothing', () => {
  expect(captionOf(null, { ...talking, stage: 'ringing', muted: true })).toBe('Calling Ravi.')
  expect(heard({})).toBeNull()
})

test('one hears what becomes of the line', () => {
  expect(heard({ stage: 'reconnecting' })).toMatch(/^Reconnecting/)
  expect(heard({ stage: 'connected' }, { stage: 'reconnecting' })).toBe('You are connected with Ravi.')
  expect(heard({ stage: 'ended' })).toBe('Call ended.')
})

test('one hears what one switches', () => {
  expect(heard({ muted: true })).toBe('You are muted.')
  expect(heard({ muted: false }, { muted: true })).toBe('Your microphone is on.')
  expect(heard({ cameraOff: true })).toBe('Your camera is off.')
})

test('one hears what the other switches', () => {
  expect(heard({ other: { microphone: false, camera: true } })).toBe('Ravi is muted.')
  expect(heard({ other: { microphone: false, camera: false } })).toBe(
    'Ravi is muted. The camera of Ravi is off.',
  )
  expect(
    heard({ other: { microphone: true, camera: true } }, { other: { microphone: false, camera: true } }),
  ).toBe('Ravi can be heard again.')
})

test('one hears of screens, and of doing without pictures', () => {
  expect(heard({ isSharing: true })).toBe('Your screen is shared.')
  expect(heard({ isSharing: false }, { isSharing: true })).toBe('Your screen is not shared any more.')
  expect(heard({ isWeak: true })).toMatch(/^The connection is weak/)
  expect(heard({ audioOnly: true }, { isWeak: true })).toBe('Video is off.')
  const other = { microphone: true, camera: true }
  expect(heard({ other: { ...other, screen: true } })).toBe('You see the screen of Ravi.')
  expect(heard({ other }, { other: { ...other, screen: true } })).toBe('Ravi has stopped sharing.')
  expect(heard({ other: { ...other, camera: false, audioOnly: true } })).toBe(
    'Ravi has turned video off for both of you.',
  )
})

test('an audio call has no camera to speak of', () => {
  expect(heard({ other: { microphone: true, camera: false } }, { isVideo: false, other: null })).toBeNull()
})

test('a lost line mutes nobody', () => {
  expect(heard({ stage: 'reconnecting', other: { microphone: false, camera: false } })).not.toMatch(/muted/)
})

test('each side hears when the money comes to its end, once for each warning', () => {
  expect(heard({ warning: 3 })).toBe('Your money lasts for about 3 minutes more.')
  expect(heard({ warning: 1 }, { warning: 3, side: 'expert' })).toBe(
    'The student’s money lasts for about 1 minute more.',
  )
  expect(heard({ warning: null }, { warning: 3 })).toBeNull()
})

test('one hears where the call has gone', () => {
  expect(heard({ isSmall: true })).toBe('The call goes on in a small window.')
  expect(heard({ isSmall: false }, { isSmall: true })).toBe('The call fills the screen.')
})

test('one hears how long the call can last, and that the other wants to go on', () => {
  const connecting = { stage: 'connecting', until: '4:30 PM' } as const
  expect(heard({ stage: 'connected' }, connecting)).toBe(
    'You are connected with Ravi. The call can last until 4:30 PM.',
  )
  expect(heard({ stage: 'connected' }, { stage: 'reconnecting', until: '4:30 PM' })).not.toMatch(/4:30/)
  expect(heard({ warning: 3, limit: 'booked' })).toBe('The booked time ends in about 3 minutes.')
  expect(heard({ otherGoesOn: true })).toBe('Ravi wants to go on.')
})
