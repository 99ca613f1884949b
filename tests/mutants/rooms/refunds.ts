import type { MutantGroup } from '#tests/mutants/mutant.ts'

export const refunds: MutantGroup[] = [
  {
    file: 'domain/refunds/rules.ts',
    tests: ['domain/refunds/rules.test.ts'],
    changes: [
      {
        bug: 'an expert who leaves after exactly two minutes counts as leaving early',
        from: 'return liveMs < expertLeftEarlyMinutes * minuteMs',
        to: 'return liveMs <= expertLeftEarlyMinutes * minuteMs',
      },
      {
        bug: 'the expert counts as leaving when the student ends the session',
        from: `if (end?.side !== 'expert') return false`,
        to: 'if (!end) return false',
      },
      {
        bug: 'an expert who hangs up while the student is absent counts as leaving',
        from: ` && details.stillSpeaks === true`,
        to: '',
      },
      {
        bug: 'a report by the student’s device alone causes an automatic refund',
        from: ' && interruption.details.otherSentBytes === 0',
        to: '',
      },
      {
        bug: 'a call of exactly two minutes opens a request automatically',
        from: 'liveMs >= expertLeftEarlyMinutes * minuteMs',
        to: 'liveMs > expertLeftEarlyMinutes * minuteMs',
      },
      {
        bug: 'an expert who no longer received media counts as leaving',
        from: ' && interruption.details.stillSpeaks === false && isDisconnect(end)',
        to: ' && isDisconnect(end)',
      },
      {
        bug: 'too many interruptions are blamed on the expert',
        from: ' && interruption.details.stillSpeaks === false && isDisconnect(end)',
        to: ' && interruption.details.stillSpeaks === false',
      },
    ],
  },
  {
    file: 'domain/refunds/request-refund.server.ts',
    tests: ['domain/refunds/request-refund.server.test.ts'],
    changes: [
      {
        bug: 'a refund can be requested after exactly 72 hours',
        from: 'if (now >= refundableUntil(session.endedAt))',
        to: 'if (now > refundableUntil(session.endedAt))',
      },
      {
        bug: 'the expert of a session requests the refund',
        from: `side: 'student' })\n  if`,
        to: `side: 'expert' })\n  if`,
      },
      {
        bug: 'two simultaneous requests both succeed',
        from: `if (numInsertedOrUpdatedRows === 0n) throw new Refusal('refund_asked_already')`,
        to: '',
      },
    ],
  },
  {
    file: 'domain/refunds/decide-refund.server.ts',
    tests: ['domain/refunds/request-refund.server.test.ts'],
    changes: [
      {
        bug: 'a decided request is decided again',
        from: `if (locked.state !== 'asked') {`,
        to: 'if (false) {',
      },
      {
        bug: 'two team members decide at the same time',
        from: `.forUpdate('refund_requests')`,
        to: '',
      },
      {
        bug: 'a granted refund is stored as refused',
        from: `state: refunded ? 'granted' : 'refused'`,
        to: `state: refunded === null ? 'granted' : 'refused'`,
      },
    ],
  },
  {
    file: 'domain/refunds/decide-refund.server.ts',
    tests: ['domain/tickets/tickets.server.test.ts'],
    changes: [
      {
        bug: 'the team refunds a session that cost nothing',
        from: `.where('charged_paise', '>', 0)`,
        to: '',
      },
    ],
  },
  {
    file: 'domain/refunds/grant-refund.server.ts',
    tests: ['domain/refunds/request-refund.server.test.ts'],
    changes: [
      {
        bug: 'the whole charge cannot be refunded',
        from: 'amountPaise > charged',
        to: 'amountPaise >= charged',
      },
      {
        bug: 'a refund of zero can be granted',
        from: 'amountPaise <= 0',
        to: 'amountPaise < 0',
      },
      {
        bug: 'a refund is granted without the password',
        from: 'await requireRecentPassword(ctx)',
        to: '',
      },
    ],
  },
  {
    file: 'domain/refunds/refund-fault.server.ts',
    tests: ['domain/refunds/refund-fault.server.test.ts'],
    changes: [
      {
        bug: 'a refused request is granted automatically',
        from: `if (request?.state !== 'asked') return null`,
        to: 'if (!request) return null',
      },
      {
        bug: 'money is sent to a deleted account',
        from: `.where('profiles.deleted_at', 'is', null)`,
        to: '',
      },
    ],
  },
  {
    file: 'domain/refunds/queries.server.ts',
    tests: ['domain/refunds/request-refund.server.test.ts'],
    changes: [
      {
        bug: 'a student reads another student’s refunds',
        from: `.where('refund_requests.student_id', '=', studentId)`,
        to: '',
      },
    ],
  },
]
