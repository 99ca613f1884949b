import { expect, test } from 'vitest'
import { answerDeadlineLabel } from '#app/team/applications/application-text.ts'

const answerBy = new Date('2026-05-04T12:00:00Z')
const labelAt = (time: string) => answerDeadlineLabel({ answerBy, answeredAt: null }, new Date(time))

test('the label counts down to the reply deadline, then shows how late the reply is', () => {
  expect(labelAt('2026-05-01T12:00:00Z')).toEqual({ label: 'Due in 3 days', tone: 'neutral' })
  expect(labelAt('2026-05-03T06:00:00Z')).toEqual({ label: 'Due in 30 hours', tone: 'neutral' })
  expect(labelAt('2026-05-04T11:00:00Z')).toEqual({ label: 'Due in 1 hour', tone: 'accent' })
  expect(labelAt('2026-05-04T12:20:00Z')).toEqual({ label: 'Late by 20 minutes', tone: 'bad' })
  expect(labelAt('2026-05-09T12:00:00Z')).toEqual({ label: 'Late by 5 days', tone: 'bad' })
})

test('the label shows whether the reply was in time', () => {
  const labelOf = (answeredAt: string) =>
    answerDeadlineLabel({ answerBy, answeredAt: new Date(answeredAt) }, new Date('2026-06-01T00:00:00Z')).label
  expect(labelOf('2026-05-04T11:00:00Z')).toBe('Answered in time')
  expect(labelOf('2026-05-04T13:00:00Z')).toBe('Answered late')
})
