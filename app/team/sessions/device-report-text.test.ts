import { expect, test } from 'vitest'
import { deviceReportText } from '#app/team/sessions/device-report-text.ts'

const names = { studentName: 'Asha', expertName: 'Ravi' }

test('an interruption shows the heartbeats that the server received and the bytes that the devices reported', () => {
  const details = { stillSpeaks: true, otherSentBytes: 25_000 }
  expect(deviceReportText({ what: 'lost', side: 'student', details }, names)).toBe(
    'Asha’s device still sent heartbeats, but reported that nothing arrived. Meanwhile Ravi’s device reported 25,000 bytes sent.',
  )
  expect(deviceReportText({ what: 'lost', side: 'expert', details: { stillSpeaks: false } }, names)).toBe(
    'Ravi’s device stopped sending heartbeats. Meanwhile Asha’s device reported an unknown number of bytes sent.',
  )
})

test('a contradiction shows both numbers, and other events show nothing', () => {
  const details = { receivedBytes: 90_000, sentBytes: 1 }
  expect(deviceReportText({ what: 'contradicted', side: 'student', details }, names)).toBe(
    'Asha’s device reported 90,000 bytes received, and Ravi’s device 1 byte sent.',
  )
  expect(deviceReportText({ what: 'lost', side: null, details: { by: 'server' } }, names)).toBeNull()
  expect(deviceReportText({ what: 'hung up', side: 'expert', details: {} }, names)).toBeNull()
})
