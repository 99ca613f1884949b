import type { MutantGroup } from '#tests/mutants/mutant.ts'

const cancel = 'domain/bookings/cancel-booking.server.test.ts'
const join = 'domain/bookings/join-booking.server.test.ts'

export const bookings: MutantGroup[] = [
  {
    file: 'domain/bookings/rules.ts',
    tests: ['domain/bookings/rules.test.ts'],
    changes: [
      {
        bug: 'cancelling exactly 24 hours before costs the fee',
        from: 'now > freeUntil(startsAt) ? lateFee(price)',
        to: 'now >= freeUntil(startsAt) ? lateFee(price)',
      },
      {
        bug: 'a student pays although the expert cancels',
        from: `if (by === 'expert' || terms === 'free')`,
        to: `if (terms === 'free')`,
      },
      {
        bug: 'the fee is rounded up',
        from: 'Math.floor((price * lateCancelFeePercent) / 100)',
        to: 'Math.ceil((price * lateCancelFeePercent) / 100)',
      },
      {
        bug: 'a second move removes the fee of a booking',
        from: `return isLate || before === 'fee' ? 'fee' : 'usual'`,
        to: `return isLate ? 'fee' : 'usual'`,
      },
      {
        bug: 'a student who left before the start counts as present',
        from: '(lastAt[side] ?? new Date(0)) >= startsAt',
        to: 'lastAt[side] !== undefined',
      },
      {
        bug: 'the side that joined counts as missing',
        from: `if (hasStudentCome) return 'expert'`,
        to: `if (hasStudentCome) return 'student'`,
      },
      {
        bug: 'a side last seen exactly 30 seconds ago counts as present',
        from: '< bookingPresenceSeconds * 1_000',
        to: '<= bookingPresenceSeconds * 1_000',
      },
      {
        bug: 'an expert who did not wait gets the fee',
        from: 'lastAt !== undefined && lastAt.getTime() >= until',
        to: 'lastAt !== undefined',
      },
    ],
  },
  {
    file: 'domain/schedule/slots.server.ts',
    tests: ['domain/schedule/slots.test.ts', 'domain/schedule/slots-properties.test.ts'],
    changes: [
      {
        bug: 'there is no buffer after a booking',
        from: '({ from: from - bufferMs, to: to + bufferMs })',
        to: '({ from: from - bufferMs, to })',
      },
      {
        bug: 'a session runs beyond the hours of the expert',
        from: 'start + lengthMs <= to; start += stepMs',
        to: 'start < to; start += stepMs',
      },
      {
        bug: 'a session that fills the hours to the last minute is not offered',
        from: 'start + lengthMs <= to; start += stepMs',
        to: 'start + lengthMs < to; start += stepMs',
      },
      {
        bug: 'a holiday does not include its last day',
        from: 'firstDay <= day && day <= lastDay',
        to: 'firstDay <= day && day < lastDay',
      },
      {
        bug: 'a closed day opens because of other exceptions for it',
        from: 'return hours.every((each) => each !== null) ? hours : []',
        to: 'return hours.filter((each) => each !== null)',
      },
      {
        bug: 'hours that meet at midnight are not merged',
        from: 'if (before && span.from <= before.to)',
        to: 'if (before && span.from < before.to)',
      },
      {
        bug: 'a start at the end of the requested range is offered',
        from: 'start >= within.from && start < within.to',
        to: 'start >= within.from && start <= within.to',
      },
    ],
  },
  {
    file: 'domain/bookings/cancel-booking.server.ts',
    tests: [cancel],
    changes: [
      {
        bug: 'a student pays more than the shown fee',
        from: `if (fee > shownFeePaise) throw new Refusal('fee_changed')`,
        to: '',
      },
      {
        bug: 'a booking can be cancelled at its start',
        from: 'if (now >= startsAt)',
        to: 'if (now > startsAt)',
      },
      {
        bug: 'the time of a cancelled booking stays blocked',
        from: 'await releaseTime(ctx, id)',
        to: '',
      },
    ],
  },
  {
    file: 'domain/bookings/reschedule-booking.server.ts',
    tests: [cancel],
    changes: [
      {
        bug: 'a booking can be moved once more than allowed',
        from: 'if (moves >= bookingMovesMax)',
        to: 'if (moves > bookingMovesMax)',
      },
      {
        bug: 'an expert moves a booking at the last moment',
        from: `if (isLate && by === 'expert') throw new Refusal('booking_too_late_to_move')`,
        to: '',
      },
    ],
  },
  {
    file: 'domain/schedule/require-offered-slot.server.ts',
    tests: ['domain/bookings/book-session.server.test.ts'],
    changes: [
      {
        bug: 'the expert’s notice period is ignored',
        from: `if (startsAt < minutesLater(now, availability.noticeMinutes)) throw new Refusal('slot_too_soon')`,
        to: '',
      },
      {
        bug: 'the buffer around other bookings is ignored',
        from: `if (slots({ ...query, taken }).length === 0) throw new Refusal('slot_taken')`,
        to: '',
      },
    ],
  },
  {
    file: 'domain/schedule/require-offered-slot.server.ts',
    tests: ['domain/schedule/read-calendar.server.test.ts'],
    changes: [
      {
        bug: 'a busy time of another calendar looks as if another student had booked it',
        from: 'taken: busy }).length === 0',
        to: 'taken: [] }).length === 0',
      },
      {
        bug: 'a busy time of another calendar can be booked',
        from: 'const busy = await listBusy(ctx, { expertId, around: query.within })',
        to: 'const busy = (await listBusy(ctx, { expertId, around: query.within })).slice(1)',
      },
    ],
  },
  {
    file: 'domain/schedule/schedule-rows.server.ts',
    tests: ['domain/schedule/read-calendar.server.test.ts'],
    changes: [
      {
        bug: 'a busy time of another calendar is offered',
        from: '${selectTaken(query)} union all ${selectBusy(query)}',
        to: '${selectTaken(query)}',
      },
    ],
  },
  {
    file: 'domain/schedule/read-calendar.server.ts',
    tests: ['domain/schedule/read-calendar.server.test.ts'],
    changes: [
      {
        bug: 'the result of an earlier calendar is stored after another one was connected',
        from: `if (saved && result !== 'unchanged')`,
        to: `if (result !== 'unchanged')`,
      },
      {
        bug: 'a calendar that does not change is never read again as a whole',
        from: 'covers_until >= daysLater(bookableUntil(now), 1) && ',
        to: '',
      },
      {
        bug: 'a later failure hides since when a calendar cannot be read',
        from: `fn.coalesce('failing_since', val(now))`,
        to: 'val(now)',
      },
    ],
  },
  {
    file: 'domain/bookings/book-session.server.ts',
    tests: ['domain/bookings/book-session.server.test.ts'],
    changes: [
      {
        bug: 'a booking begins with the board of other people',
        from: 'if (request.continues) await requireEarlierSession(ctx, request.continues, request)',
        to: '',
      },
    ],
  },
  {
    file: 'domain/bookings/join-booking.server.ts',
    tests: [join],
    changes: [
      {
        bug: 'a booking can still begin at the moment when the no-show is decided',
        from: 'if (now >= noShowDecisionAt(booking.startsAt))',
        to: 'if (now > noShowDecisionAt(booking.startsAt))',
      },
      {
        bug: 'a booking begins with only one side present',
        from: 'const hasBegun = isOtherHere && (await',
        to: 'const hasBegun = (await',
      },
    ],
  },
  {
    file: 'domain/bookings/resolve-no-show.server.ts',
    tests: [join],
    changes: [
      {
        bug: 'a student pays the fee for a time that the expert chose',
        from: `return terms !== 'free' && hasWaited(`,
        to: 'return hasWaited(',
      },
      {
        bug: 'a student who joined at another time than the expert pays the fee',
        from: "absent === 'student' ? noShowFee(",
        to: "absent !== 'expert' ? noShowFee(",
      },
    ],
  },
  {
    file: 'domain/bookings/queries.server.ts',
    tests: ['domain/bookings/queries.server.test.ts'],
    changes: [
      {
        bug: 'the booked income is the whole price',
        from: 'sum(minutes * rate_paise_per_minute * share_percent / 100)',
        to: 'sum(minutes * rate_paise_per_minute)',
      },
      {
        bug: 'cancelled bookings count as booked income',
        from: ".actor.id} and state = 'booked'",
        to: '.actor.id}',
      },
    ],
  },
]
