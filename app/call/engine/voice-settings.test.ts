import { expect, test } from 'vitest'
import { addVoiceSettings } from '#app/call/engine/voice-settings.ts'

const describe = (...lines: string[]) =>
  ['v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111 63', ...lines, 'a=mid:0', ''].join('\r\n')
const wanted = 'useinbandfec=1;usedtx=1;stereo=0;maxaveragebitrate=28000;maxplaybackrate=16000'

test('speech gets error correction, pauses and a bitrate, and other settings stay', () => {
  const offer = describe(
    'a=rtpmap:111 opus/48000/2',
    'a=fmtp:111 minptime=10;useinbandfec=0',
    'a=rtpmap:63 red/48000/2',
  )
  expect(addVoiceSettings(offer)).toBe(
    describe('a=rtpmap:111 opus/48000/2', `a=fmtp:111 minptime=10;${wanted}`, 'a=rtpmap:63 red/48000/2'),
  )
})

test('a description without settings of Opus gets them', () => {
  expect(addVoiceSettings(describe('a=rtpmap:96 opus/48000/2', 'a=ptime:20'))).toBe(
    describe('a=rtpmap:96 opus/48000/2', `a=fmtp:96 ${wanted}`, 'a=ptime:20'),
  )
})

test('a description without Opus stays as it is', () => {
  const offer = describe('a=rtpmap:0 PCMU/8000')
  expect(addVoiceSettings(offer)).toBe(offer)
})
