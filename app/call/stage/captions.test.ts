import { expect, test } from 'vitest'
import { describeChange, type ScreenFacts } from '#app/call/stage/captions.ts'

const talking: ScreenFacts = {
  side: 'student',
  callScreen: 'connected',
  muted: false,
  cameraOff: false,
  audioOnly: false,
  isSharing: false,
  picture: 'sent',
  warning: null,
  minutesLeft: 9,
  isSmall: false,
  isVideo: true,
  otherName: 'Ravi',
  other: { microphone: true, camera: true },
  limit: 'money',
  until: null,
  otherWantsToContinue: false,
}
const captionAfter = (changes: Partial<ScreenFacts>, before: Partial<ScreenFacts> = {}) =>
  describeChange({ ...talking, ...before }, { ...talking, ...before, ...changes })

test('the first caption names the screen, and an unchanged screen has no caption', () => {
  expect(describeChange(null, { ...talking, callScreen: 'ringing', muted: true })).toBe('Calling Ravi.')
  expect(captionAfter({})).toBeNull()
})

test('captions announce changes of the connection', () => {
  expect(captionAfter({ callScreen: 'reconnecting' })).toMatch(/^Reconnecting/)
  expect(captionAfter({ callScreen: 'connected' }, { callScreen: 'reconnecting' })).toBe('You are connected with Ravi.')
  expect(captionAfter({ callScreen: 'ended' })).toBe('Call ended.')
})

test('captions announce own microphone and camera changes', () => {
  expect(captionAfter({ muted: true })).toBe('You are muted.')
  expect(captionAfter({ muted: false }, { muted: true })).toBe('Your microphone is on.')
  expect(captionAfter({ cameraOff: true })).toBe('Your camera is off.')
})

test('captions announce microphone and camera changes of the other side', () => {
  expect(captionAfter({ other: { microphone: false, camera: true } })).toBe('Ravi is muted.')
  expect(captionAfter({ other: { microphone: false, camera: false } })).toBe(
    'Ravi is muted. The camera of Ravi is off.',
  )
  expect(
    captionAfter({ other: { microphone: true, camera: true } }, { other: { microphone: false, camera: true } }),
  ).toBe('Ravi can be heard again.')
})

test('captions announce screen sharing and audio-only mode', () => {
  expect(captionAfter({ isSharing: true })).toBe('Your screen is shared.')
  expect(captionAfter({ isSharing: false }, { isSharing: true })).toBe('Your screen is no longer shared.')
  expect(captionAfter({ audioOnly: true })).toBe('Video is off.')
  const other = { microphone: true, camera: true }
  expect(captionAfter({ other: { ...other, screen: true } })).toBe('You see the screen of Ravi.')
  expect(captionAfter({ other }, { other: { ...other, screen: true } })).toBe('Ravi has stopped sharing.')
  expect(captionAfter({ other: { ...other, camera: false, audioOnly: true } })).toBe(
    'Ravi has turned video off for both of you.',
  )
})

test('captions announce once that a picture is paused, and that it returns', () => {
  expect(captionAfter({ picture: 'paused' })).toBe('Your picture is paused because the connection is weak.')
  expect(captionAfter({ picture: 'trying' }, { picture: 'paused' })).toBeNull()
  expect(captionAfter({ picture: 'sent' }, { picture: 'trying' })).toBe('Your picture is sent again.')
  const paused = { microphone: true, camera: false, picture: 'paused' as const }
  expect(captionAfter({ other: paused })).toBe('The picture of Ravi is paused because the connection is weak.')
  expect(captionAfter({ other: { ...paused, picture: 'trying' } }, { other: paused })).toBeNull()
  expect(captionAfter({ other: { microphone: true, camera: true, picture: 'sent' } }, { other: paused })).toBe(
    'Ravi can be seen again.',
  )
})

test('captions do not announce the camera in an audio call', () => {
  expect(captionAfter({ other: { microphone: true, camera: false } }, { isVideo: false, other: null })).toBeNull()
})

test('captions do not announce a lost connection as muted', () => {
  expect(captionAfter({ callScreen: 'reconnecting', other: { microphone: false, camera: false } })).not.toMatch(/muted/)
})

test('captions announce each low balance warning once, on both sides', () => {
  expect(captionAfter({ warning: 3, minutesLeft: 3 })).toBe('Your money lasts for about 3 minutes more.')
  expect(captionAfter({ minutesLeft: 2 }, { warning: 3, minutesLeft: 3 })).toBeNull()
  expect(captionAfter({ warning: 1, minutesLeft: 1 }, { warning: 3, minutesLeft: 2, side: 'expert' })).toBe(
    'The student’s money lasts for about 1 minute more.',
  )
  expect(captionAfter({ warning: null }, { warning: 3, minutesLeft: 3 })).toBeNull()
})

test('captions announce changes of the window size', () => {
  expect(captionAfter({ isSmall: true })).toBe('The call continues in a small window.')
  expect(captionAfter({ isSmall: false }, { isSmall: true })).toBe('The call fills the screen.')
})

test('captions announce the time limit and that the other side wants to continue', () => {
  const connecting = { callScreen: 'connecting', until: '4:30 PM' } as const
  expect(captionAfter({ callScreen: 'connected' }, connecting)).toBe(
    'You are connected with Ravi. The call can last until 4:30 PM.',
  )
  expect(captionAfter({ callScreen: 'connected' }, { callScreen: 'reconnecting', until: '4:30 PM' })).not.toMatch(
    /4:30/,
  )
  expect(captionAfter({ warning: 3, minutesLeft: 3, limit: 'booked' })).toBe('The booked time ends in about 3 minutes.')
  expect(captionAfter({ otherWantsToContinue: true })).toBe('Ravi wants to continue.')
})
