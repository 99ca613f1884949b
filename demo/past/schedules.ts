import { cast } from '#demo/cast.ts'
import type { Schedule } from '#domain/schedule/contract.ts'

type Range = [from: string, to: string]
type PlainSchedule = {
  /** Weekly hours; weekday 1 is Monday. */
  open: [days: number[], ...ranges: Range[]][]
  zone?: string
  buffer?: number
  notice?: number
  /** First and last day, in days from today; days without hours are off. */
  except?: { from: number; to: number; hours?: Range }[]
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const workdays = [1, 2, 3, 4, 5]
const weekend = [6, 7]

/** The schedules of some demo experts. Most other experts take calls only. */
const plainSchedules: Record<string, PlainSchedule> = {
  [cast.ravi.email]: {
    open: [
      [everyDay, ['17:00', '21:00']],
      [weekend, ['10:00', '13:00']],
    ],
    except: [
      { from: 6, to: 6, hours: ['10:00', '12:00'] },
      { from: 12, to: 14 },
    ],
  },
  'lakshmi.subramanian@samjhao.example': { open: [[everyDay, ['16:00', '19:00']]], buffer: 10, notice: 60 },
  'nasreen.qureshi@samjhao.example': {
    open: [
      [everyDay, ['08:00', '10:00']],
      [workdays, ['18:00', '20:00']],
    ],
  },
  'karthik.shetty@samjhao.example': {
    open: [
      [everyDay, ['19:00', '20:30']],
      [weekend, ['10:00', '12:00'], ['15:00', '18:00']],
    ],
    buffer: 30,
    notice: 1_440,
  },
  'arjun.deshpande@samjhao.example': {
    open: [[workdays, ['19:00', '22:00']]],
    except: [{ from: 3, to: 4 }],
  },
  'ananya.mukherjee@samjhao.example': {
    open: [
      [
        [2, 4, 6],
        ['08:00', '12:00'],
        ['20:00', '22:00'],
      ],
    ],
    notice: 360,
  },
  'kavita.agarwal@samjhao.example': { open: [[workdays, ['10:00', '13:00'], ['14:00', '17:00']]], buffer: 0 },
  'zoya.farooqui@samjhao.example': {
    open: [
      [
        [1, 3, 5, 7],
        ['18:00', '24:00'],
      ],
    ],
  },
  // Lives in a zone with daylight saving time.
  'aniruddha.sen@samjhao.example': { open: [[workdays, ['07:00', '09:00']]], zone: 'America/New_York' },
}

type Exception = { from: number; to: number; hours: { fromMinute: number; toMinute: number } | null }
export type DemoSchedule = { email: string; schedule: Schedule; exceptions: Exception[] }

export const demoSchedules: DemoSchedule[] = Object.entries(plainSchedules).map(([email, plain]) => ({
  email,
  schedule: {
    zone: plain.zone ?? 'Asia/Kolkata',
    bufferMinutes: plain.buffer ?? 15,
    noticeMinutes: plain.notice ?? 120,
    weekly: plain.open.flatMap(([days, ...ranges]) =>
      days.flatMap((weekday) => ranges.map((range) => ({ weekday, ...toHours(range) }))),
    ),
  },
  exceptions: (plain.except ?? []).map(({ from, to, hours }) => ({
    from,
    to,
    hours: hours ? toHours(hours) : null,
  })),
}))

function toHours([from, to]: Range) {
  return { fromMinute: toMinute(from), toMinute: toMinute(to) }
}

function toMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
