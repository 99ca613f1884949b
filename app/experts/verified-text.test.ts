import { expect, test } from 'vitest'
import { verifiedText } from '#app/experts/verified-text.ts'

const verifiedAt = new Date('2026-05-04T06:00:00Z')

test('the text says what was verified and when', () => {
  expect(verifiedText({ verified: ['identity'], verifiedAt }, 'Samjhao')).toBe(
    'Identity checked by the Samjhao team on 4 May 2026',
  )
  expect(verifiedText({ verified: ['identity', 'degree', 'interview'], verifiedAt }, 'Samjhao')).toBe(
    'Identity, degree and interview checked by the Samjhao team, last on 4 May 2026',
  )
})

test('returns null when nothing was verified', () => {
  expect(verifiedText({ verified: [], verifiedAt: null }, 'Samjhao')).toBeNull()
})
