import { expect, test } from 'vitest'
import { readPreferences, formatTime } from '#app/notifications/read-preferences.ts'

function createForm(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('an unticked box is off, and a box that was not shown is left out', () => {
  const { choices, quiet, zone } = readPreferences(
    createForm({ 'money page': 'on', 'security mail': 'on', 'withdrawal mail': 'on', zone: 'Asia/Kolkata' }),
    'student',
  )
  expect(choices.money).toEqual({ page: true, push: false, mail: false })
  expect(choices.security).toEqual({ push: false })
  expect(choices.withdrawal).toBeUndefined()
  expect({ quiet, zone }).toEqual({ quiet: null, zone: 'Asia/Kolkata' })
})

test('times are parsed to minutes, and invalid times to NaN', () => {
  const readQuiet = (from: string, to: string) =>
    readPreferences(createForm({ quiet: 'on', from, to, zone: 'UTC' }), 'team').quiet
  expect(readQuiet('22:30', '07:05')).toEqual({ fromMinute: 1_350, toMinute: 425 })
  expect(readQuiet('25:00', '')).toEqual({ fromMinute: Number.NaN, toMinute: Number.NaN })
  expect(formatTime(425)).toBe('07:05')
})
