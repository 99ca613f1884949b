import { expect, test } from 'vitest'
import { copyDay, findDayProblem, hourFields, nextRange, type Range, readWeek, toWeek } from '#app/schedule/week.ts'
import { refusals } from '#kernel/refusals.ts'

const range = (from: number, to: number, key = 0): Range => ({ key, from, to })

test('weekly hours survive a round trip through the form', () => {
  const weekly = [
    { weekday: 1, fromMinute: 540, toMinute: 720 },
    { weekday: 1, fromMinute: 840, toMinute: 1_440 },
    { weekday: 7, fromMinute: 0, toMinute: 60 },
  ]
  const form = new FormData()
  for (const [weekday, ranges] of Object.entries(toWeek(weekly))) {
    for (const { from, to } of ranges) {
      form.append(hourFields.from(Number(weekday)), String(from))
      form.append(hourFields.to(Number(weekday)), String(to))
    }
  }
  expect(readWeek(form)).toEqual(weekly)
  form.append(hourFields.from(3), '60')
  expect(readWeek(form).find(({ weekday }) => weekday === 3)?.toMinute).toBeNaN()
})

test('a new range starts after the existing ranges while the day has room', () => {
  expect(nextRange([])).toEqual(range(540, 1_020))
  expect(nextRange([range(540, 1_020)])).toEqual(range(1_080, 1_140, 1))
  expect(nextRange([range(540, 1_410, 4)])).toEqual(range(1_425, 1_440, 5))
  expect(nextRange([range(0, 1_440)])).toBeNull()
})

test('backward and overlapping ranges return an error text', () => {
  expect(findDayProblem([range(540, 720), range(720, 780)])).toBeUndefined()
  expect(findDayProblem([range(720, 540)])).toBe(refusals.hours_backwards.text)
  expect(findDayProblem([range(1_320, 120)])).toBe(refusals.hours_backwards.text)
  expect(findDayProblem([range(600, 720), range(540, 615)])).toBe(refusals.hours_overlap.text)
})

test('copying a day replaces the target days, and copying an empty day clears them', () => {
  const week = toWeek([{ weekday: 1, fromMinute: 540, toMinute: 720 }])
  const copied = copyDay(week, 1, [2, 3])
  expect(copied[3]).toEqual(week[1])
  expect(copied[4]).toEqual([])
  expect(copyDay(copied, 4, [1, 2, 3])).toEqual(toWeek([]))
})
