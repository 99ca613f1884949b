import { expect, test } from 'vitest'
import { groupByDay } from '#app/notifications/by-day.ts'
import type { NotificationRow } from '#domain/notifications/contract.ts'

const createRow = (at: string): NotificationRow => ({
  id: at,
  told: { kind: 'low_balance', facts: { leftPaise: 0 } },
  name: null,
  createdAt: new Date(at),
  isRead: false,
})

test('days follow the viewer’s time zone', () => {
  const now = new Date('2026-11-16T20:00:00Z')
  const rows = ['2026-11-16T19:00:00Z', '2026-11-16T18:00:00Z', '2026-11-14T06:00:00Z'].map(createRow)
  const groupIn = (zone: string) =>
    groupByDay(rows, { now, zone }).map(({ name, rows: rowsOfDay }) => [name, rowsOfDay.length])
  expect(groupIn('Asia/Kolkata')).toEqual([
    ['Today', 1],
    ['Yesterday', 1],
    ['Nov 14, 2026', 1],
  ])
  expect(groupIn('Europe/London')).toEqual([
    ['Today', 2],
    ['Nov 14, 2026', 1],
  ])
})
