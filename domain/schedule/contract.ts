import { z } from 'zod'
import type { CalendarProblem } from '#kernel/calendar-problems.ts'
import { expertId } from '#kernel/ids.ts'
import {
  bookingBufferMaxMinutes,
  bookingMinutes,
  bookingNoticeMaxMinutes,
  bookingNoticeMinMinutes,
  bookingStepMinutes,
  calendarUrlMaxLength,
  slotDaysMax,
  weeklyHoursMax,
} from '#kernel/limits.ts'

const minuteOfDay = z.int().min(0).max(1_440).multipleOf(bookingStepMinutes)

/** In the expert's zone, in minutes since midnight; 1440 is the end of the day. */
const hours = z
  .object({ fromMinute: minuteOfDay, toMinute: minuteOfDay })
  .refine(({ fromMinute, toMinute }) => fromMinute < toMinute)
export type Hours = z.infer<typeof hours>

const weeklyHours = hours.and(z.object({ weekday: z.int().min(1).max(7) }))
/** 1 is Monday. */
export type WeeklyHours = z.infer<typeof weeklyHours>

export const zoneName = z.string().min(1).max(40)

const schedule = z.object({
  zone: zoneName,
  bufferMinutes: z.int().min(0).max(bookingBufferMaxMinutes),
  noticeMinutes: z.int().min(bookingNoticeMinMinutes).max(bookingNoticeMaxMinutes),
  weekly: z.array(weeklyHours).max(weeklyHoursMax),
})
export type Schedule = z.input<typeof schedule>

/** `version` is the one that the expert was looking at. Without it, the hours are replaced in any case. */
export const scheduleChange = schedule.extend({ version: z.string().max(40).optional() })
export type ScheduleChange = z.input<typeof scheduleChange>

/** Days on which the weekly hours do not apply: closed if `hours` is null, otherwise open only in these hours. */
export const scheduleException = z
  .object({ id: z.uuid(), firstDay: z.iso.date(), lastDay: z.iso.date(), hours: z.nullable(hours) })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay)
export type ScheduleException = z.input<typeof scheduleException>

export const exceptionChoice = z.object({ id: z.uuid() })
export type ExceptionChoice = z.input<typeof exceptionChoice>

/** `version` identifies the schedule, without its exceptions. */
export type OwnSchedule = { schedule: Schedule | null; version: string; exceptions: ScheduleException[] }

/** The URL of another calendar, as it was typed. */
export const calendarChoice = z.object({ url: z.string().trim().min(1).max(calendarUrlMaxLength) })
export type CalendarChoice = z.input<typeof calendarChoice>

/** Another calendar of the expert, whose busy times cannot be booked. */
export type ExternalCalendar = {
  /** The rest of the URL is a secret. */
  host: string
  /** The last success. */
  readAt: Date | null
  isReading: boolean
  /** The first failure after the last success. */
  failing: { since: Date; problem: CalendarProblem; status: number | null } | null
  /** The busy times that are still to come. */
  busyCount: number
  /** The events that could not be understood. */
  skippedEvents: number
}

/** The lengths that can be booked. */
export const slotMinutes = z.union(bookingMinutes.map((each) => z.literal(each)))

export const slotRequest = z.object({
  expertId,
  minutes: slotMinutes,
  /** The time zone of the days below and of those in the response. */
  zone: zoneName,
  firstDay: z.iso.date(),
  days: z.int().min(1).max(slotDaysMax),
})
export type SlotRequest = z.input<typeof slotRequest>
export type SlotDay = { day: string; starts: Date[] }
