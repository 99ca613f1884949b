import { expect, test } from 'vitest'
import { quietHoursZoneText } from '#app/notifications/quiet-hours-zone-text.ts'

test('quiet hours use the saved zone until they are saved in another zone', () => {
  expect(quietHoursZoneText('Asia/Kolkata', 'America/New_York')).toBe(
    'In Indian time. Saving here changes it to America/New York time.',
  )
  expect(quietHoursZoneText('America/New_York', 'America/New_York')).toBe('In America/New York time.')
})

test('quiet hours that are not set use the zone of the browser', () => {
  expect(quietHoursZoneText(null, 'Europe/Paris')).toBe('In Europe/Paris time.')
  expect(quietHoursZoneText('Asia/Kolkata', 'Asia/Calcutta')).toBe('In Indian time.')
})
