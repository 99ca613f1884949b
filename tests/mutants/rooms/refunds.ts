import type { MutantGroup } from '#tests/mutants/mutant.ts'

export const refunds: MutantGroup[] = [
  {
    file: 'domain/refunds/rules.ts',
    tests: ['domain/refunds/rules.test.ts'],
    changes: [
      {
        bug: 'an expert who leaves after exactly two minutes left early',
        from: 'return liveMs < expertLeftEarlyMinutes * minuteMs',
        to: 'return liveMs <= expertLeftEarlyMinutes * minuteMs',
      },
      {
        bug: 'whoever ends the session, the expert has left',
        from: `if (end?.side !== 'expert') return false`,
        to: 'if (!end) return false',
      },
      {
        bug: 'an expert who hangs up when the student had gone has left',
        from: ` && interruption.details.stillSpeaks === true)`,
        to: ')',
      },
      {
        bug: 'an expert who received nothing any more has left',
        from: ' && interruption.details.stillSpeaks === false && isDisconnect(end)',
        to: ' && isDisconnect(end)',
      },
      {
        bug: 'a line that broke too often is the fault of the expert',
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
        bug: 'a refund can be asked for after exactly 72 hours',
        from: 'if (now >= refundableUntil(session.endedAt))',
        to: 'if (now > refundableUntil(session.endedAt))',
      },
      {
        bug: 'the expert of a session asks for the refund',
        from: `side: 'student' })\n  if`,
        to: `side: 'expert' })\n  if`,
      },
      {
        bug: 'of two requests at the same time both succeed',
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
        bug: 'two of the team decide at the same time',
        from: `.forUpdate('refund_requests')`,
        to: '',
      },
      {
        bug: 'the row says refused although money went back',
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
        bug: 'the whole charge cannot be given back',
        from: 'amountPaise > charged',
        to: 'amountPaise >= charged',
      },
      {
        bug: 'nothing can be granted as a refund',
        from: 'amountPaise <= 0',
        to: 'amountPaise < 0',
      },
      {
        bug: 'money is given back without the password',
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
        bug: 'a request that the team refused is granted by the product',
        from: `if (request?.state !== 'asked') return null`,
        to: 'if (!request) return null',
      },
      {
        bug: 'money goes to an account that is deleted',
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
        bug: 'a student reads the refunds of others',
        from: `.where('refund_requests.student_id', '=', studentId)`,
        to: '',
      },
    ],
  },
]
