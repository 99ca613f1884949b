import { expect, test } from 'vitest'
import { quietHoursZoneText } from '#app/notifications/quiet-hours-zone-text.ts'

test('quiet hours are by the clock that was saved, until they are saved by another', () => {
  expect(quietHoursZoneText('Asia/Kolkata', 'America/New_York')).toBe(
    'By Indian time. If you save here, by the clocks of America/New York.',
  )
  expect(quietHoursZoneText('America/New_York', 'America/New_York')).toBe(
    'By the clocks of America/New York.',
  )
})

test('who has none would have them by the own clock', () => {
  expect(quietHoursZoneText(null, 'Europe/Paris')).toBe('By the clocks of Europe/Paris.')
  expect(quietHoursZoneText('Asia/Kolkata', 'Asia/Calcutta')).toBe('By Indian time.')
})
