import { cast } from '#demo/cast.ts'
import type { StudentName } from '#demo/people/demo-students.ts'
import type { BookingRequest } from '#domain/bookings/contract.ts'

/** The bookings of demo students and their outcomes; the product computes the cost. */
export type DemoBooking = {
  with: string
  by: StudentName
  question: string
  minutes: BookingRequest['minutes']
  audio?: true
  /** Days from today; `at` is the time in Asia/Kolkata. */
  in: number
  at: string
  /** Days between booking and start. */
  before: number
  outcome?: Outcome
}

type Outcome =
  /** Both joined and talked. */
  | { talkMinutes: number }
  /** Only the expert joined. */
  | { missing: 'student' }
  /** Cancelled before the start. */
  | { cancelledBy: 'student' | 'expert'; hoursBefore: number }
  /** One day after booking, the student moved the booking by this number of days. */
  | { movedDays: number }

const lakshmi = 'lakshmi.subramanian@samjhao.example'
const nasreen = 'nasreen.qureshi@samjhao.example'
const karthik = 'karthik.shetty@samjhao.example'

export const demoBookings: DemoBooking[] = [
  {
    with: cast.ravi.email,
    by: 'kabir',
    question: 'A full half hour on Kirchhoff, with the circuits from my mock test.',
    minutes: 30,
    in: -6,
    at: '17:00',
    before: 3,
    outcome: { talkMinutes: 27.4 },
  },
  {
    with: nasreen,
    by: 'fatima',
    question: 'Genetics crosses, slowly, from the beginning.',
    minutes: 15,
    audio: true,
    in: -5,
    at: '08:30',
    before: 2,
    outcome: { talkMinutes: 14.2 },
  },
  {
    with: karthik,
    by: 'rohan',
    question: 'Please look at my first pull request with me.',
    minutes: 30,
    in: -4,
    at: '19:00',
    before: 3,
    outcome: { missing: 'student' },
  },
  {
    with: cast.ravi.email,
    by: 'divya',
    question: 'Physics questions of a company test.',
    minutes: 30,
    in: -3,
    at: '17:30',
    before: 2,
    outcome: { cancelledBy: 'student', hoursBefore: 5 },
  },
  {
    with: lakshmi,
    by: 'samuel',
    question: 'Logarithms for my diploma, please in simple words.',
    minutes: 30,
    in: -2,
    at: '16:30',
    before: 2,
    outcome: { cancelledBy: 'expert', hoursBefore: 6 },
  },
  {
    with: cast.ravi.email,
    by: 'fatima',
    question: 'Ray diagrams: lenses and mirrors for NEET.',
    minutes: 15,
    audio: true,
    in: 2,
    at: '17:15',
    before: 4,
  },
  {
    with: cast.ravi.email,
    by: 'asha',
    question: 'Rotational motion before my practical. I will bring my drawings.',
    minutes: 30,
    in: 3,
    at: '18:30',
    before: 5,
  },
  {
    with: cast.ravi.email,
    by: 'samuel',
    question: 'One hour of numericals on heat, please.',
    minutes: 60,
    in: 5,
    at: '19:00',
    before: 7,
  },
  {
    with: lakshmi,
    by: 'kabir',
    question: 'Definite integrals by substitution.',
    minutes: 45,
    in: 3,
    at: '16:00',
    before: 6,
    outcome: { movedDays: 1 },
  },
  {
    with: nasreen,
    by: 'fatima',
    question: 'Plant hormones, and how to remember them.',
    minutes: 30,
    in: 4,
    at: '09:00',
    before: 5,
  },
]
