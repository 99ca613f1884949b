import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NoPictureNotice } from '#app/call/controls/audio-only.tsx'
import type { CallView } from '#app/call/engine/call-view.ts'
import { MutedMedia } from '#app/call/stage/call-pill.tsx'
import { textOf } from '#tests/read-element.ts'
import { openComponent } from '#tests/screen.tsx'

const talking = {
  side: 'student',
  session: { state: 'live', callType: 'video', expertName: 'Ravi Nair', studentName: 'Asha Verma' },
  meter: { phase: 'live' },
  audioOnly: false,
  picture: 'sent',
  other: { camera: true, microphone: true, picture: 'sent' },
} as CallView

function showNotice(changes: object) {
  const tryPictureAgain = vi.fn<() => void>()
  const call = { tryPictureAgain, setAudioOnly: vi.fn<(isWanted: boolean) => void>() }
  const view = { ...talking, ...changes } as CallView
  return { ...openComponent(<NoPictureNotice call={call as never} view={view} />), tryPictureAgain }
}

test.each([
  [
    'own picture',
    { picture: 'paused' },
    'Your picture is paused because the connection from you to Ravi Nair is weak.',
  ],
  [
    'picture of the other side',
    { other: { camera: false, microphone: true, picture: 'paused' } },
    'The picture of Ravi Nair is paused because the connection from them to you is weak.',
  ],
  [
    'pictures of both sides',
    { picture: 'paused', other: { camera: false, microphone: true, picture: 'trying' } },
    'Both pictures are paused because the connection is weak.',
  ],
])('a weak line pauses the %s, and the notice says so', (_side, changes, text) => {
  showNotice(changes)
  expect(textOf(document.body)).toContain(text)
  expect(screen.getByRole('button', { name: /^Try/ })).toBeTruthy()
})

test('the person can try again, but not twice at the same time', async () => {
  const { user, tryPictureAgain } = showNotice({ picture: 'paused' })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(tryPictureAgain).toHaveBeenCalledOnce()
})

test('the button says when the picture is being tried again', () => {
  showNotice({ picture: 'trying' })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Trying again' }).disabled).toBe(true)
})

test.each([
  ['nothing is paused', {}],
  ['the other page is older and does not report it', { other: { camera: false, microphone: true } }],
  ['it is an audio call', { picture: 'paused', session: { ...talking.session, callType: 'audio' } }],
])('there is no notice when %s', (_reason, changes) => {
  showNotice(changes)
  expect(screen.queryByRole('button')).toBeNull()
})

test('video that a person has turned off is not reported as a weak line', () => {
  showNotice({ picture: 'paused', audioOnly: true })
  expect(textOf(document.body)).toContain('Video is off for both of you.')
  expect(textOf(document.body)).not.toContain('weak')
})

test.each([
  ['paused', 'Picture paused'],
  [undefined, 'Camera off'],
] as const)('the header distinguishes a paused picture from a camera that is off: %s', (picture, text) => {
  openComponent(<MutedMedia microphone camera={false} callType="video" picture={picture} />)
  expect(textOf(document.body)).toContain(text)
})
