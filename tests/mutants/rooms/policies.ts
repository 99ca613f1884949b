import type { MutantGroup } from '#tests/mutants/mutant.ts'

export const policies: MutantGroup[] = [
  {
    file: 'domain/policy.ts',
    tests: ['domain/policy.test.ts'],
    changes: [
      {
        bug: 'the team acts without its second factor',
        from: `actor.role === 'team' && !actor.secondFactorMissing`,
        to: `actor.role === 'team'`,
      },
      {
        bug: 'an expert who is not approved yet counts as approved',
        from: `actor.approval === 'approved'`,
        to: `actor.approval !== 'suspended'`,
      },
      {
        bug: 'an expert acts as a student',
        from: `(actor.role === 'student' || actor.role === 'user')`,
        to: `actor.role !== 'team'`,
      },
      {
        bug: 'accounts with the role user do not count as students',
        from: `(actor.role === 'student' || actor.role === 'user')`,
        to: `actor.role === 'student'`,
      },
      {
        bug: 'every signed-in user acts as the team',
        from: `teamOrSystem: (actor) => actor.kind === 'system' || isTeam(actor)`,
        to: `teamOrSystem: (actor) => actor.kind === 'system' || isPerson(actor)`,
      },
      {
        bug: 'a visitor gets 403 instead of 401',
        from: `actor.kind === 'visitor' ? 'not_signed_in' : 'not_allowed'`,
        to: `actor.kind === 'visitor' ? 'not_allowed' : 'not_signed_in'`,
      },
    ],
  },
  {
    file: 'live/policy.server.ts',
    tests: ['live/policy.server.test.ts'],
    changes: [
      {
        bug: 'every user can watch any account',
        from: 'account: (actor, id) => isPerson(actor) && actor.id === id',
        to: 'account: (actor) => isPerson(actor)',
      },
      {
        bug: 'every user can watch any wallet',
        from: `wallet: (actor, id) => isPerson(actor) && actor.role !== 'team' && actor.id === id`,
        to: `wallet: (actor) => isPerson(actor) && actor.role !== 'team'`,
      },
      {
        bug: 'every user can watch anyone’s rings',
        from: `rings: (actor, id) => isPerson(actor) && actor.role !== 'team' && actor.id === id`,
        to: `rings: (actor) => isPerson(actor) && actor.role !== 'team'`,
      },
      {
        bug: 'every user can read the chat of a session',
        from: `chat: (actor) => isPerson(actor) && 'party'`,
        to: 'chat: (actor) => isPerson(actor)',
      },
      {
        bug: 'the team watches its open tasks without its second factor',
        from: 'waiting: policies.team,',
        to: 'waiting: policies.teamMember,',
      },
      {
        bug: 'a visitor may try to join a session',
        from: `join: { policy: 'signedIn'`,
        to: `join: { policy: 'anyone'`,
      },
    ],
  },
  {
    file: 'domain/wallet/session-money.server.ts',
    tests: ['domain/wallet/session-money.server.test.ts'],
    changes: [
      {
        bug: 'a student holds another student’s money',
        from: 'if (!isPerson(actor) || actor.id !== studentId)',
        to: 'if (!isPerson(actor))',
      },
    ],
  },
  {
    file: 'domain/sessions/accept-session.server.ts',
    tests: ['domain/sessions/transition-session.server.test.ts'],
    changes: [
      {
        bug: 'a suspended expert takes a call',
        from: `allow(ctx.actor, 'approvedExpert')`,
        to: `allow(ctx.actor, 'expert')`,
      },
    ],
  },
  {
    file: 'domain/schedule/save-schedule.server.ts',
    tests: ['domain/schedule/save-schedule.server.test.ts'],
    changes: [
      {
        bug: 'an unapproved expert publishes hours',
        from: `allow(ctx.actor, 'approvedExpert')`,
        to: `allow(ctx.actor, 'expert')`,
      },
      {
        bug: 'a page overwrites hours that it has not seen',
        from: 'version !== scheduleVersion(before)',
        to: `version === 'none'`,
      },
    ],
  },
  {
    file: 'domain/sign-in/set-password-by-link.server.ts',
    tests: ['domain/sign-in/set-password-by-link.server.test.ts'],
    changes: [
      {
        bug: 'a link signs in without the second factor of the account',
        from: ` && !(await needsSecondStep(db, { id, role }))`,
        to: '',
      },
      {
        bug: 'a link to reset a password signs in',
        from: `purpose === 'first_password' && `,
        to: '',
      },
    ],
  },
  {
    file: 'domain/reviews/hide-review.server.ts',
    tests: ['domain/reviews/hide-review.server.test.ts'],
    changes: [
      {
        bug: 'every signed-in user can hide a review',
        from: `allow(ctx.actor, 'supportPeople')`,
        to: `allow(ctx.actor, 'signedIn')`,
      },
    ],
  },
  {
    file: 'domain/people/reveal-person.server.ts',
    tests: ['domain/people/people.server.test.ts'],
    changes: [
      {
        bug: 'personal data is shown without the second factor',
        from: `allow(ctx.actor, 'supportPeople')`,
        to: `allow(ctx.actor, 'teamMember')`,
      },
    ],
  },
  {
    file: 'domain/bookings/question-file.server.ts',
    tests: ['domain/files/save-question-file.server.test.ts'],
    changes: [
      {
        bug: 'every user can read a question file',
        from: '(!roleInSession(ctx.actor, row) && !policies.supportPeople(ctx.actor))',
        to: '!policies.signedInOrSystem(ctx.actor)',
      },
    ],
  },
  {
    file: 'domain/notifications/mark-read.server.ts',
    tests: ['domain/notifications/mark-read.server.test.ts'],
    changes: [
      {
        bug: 'a user marks another user’s notifications as read',
        from: `.where('account_id', '=', ctx.actor.id)`,
        to: '',
      },
    ],
  },
  {
    file: 'domain/withdrawals/transition-withdrawal.server.ts',
    tests: ['domain/withdrawals/transition-withdrawal.server.test.ts'],
    changes: [
      {
        bug: 'a withdrawal is decided without the password',
        from: 'await requireRecentPassword(ctx)',
        to: '',
      },
    ],
  },
  {
    file: 'domain/withdrawals/reject-withdrawal.server.ts',
    tests: ['domain/withdrawals/transition-withdrawal.server.test.ts'],
    changes: [
      {
        bug: 'a withdrawal that the bank may pay is returned to the wallet',
        from: 'isExported && !bankDidNotPay',
        to: 'false',
      },
    ],
  },
  {
    file: 'domain/withdrawals/export-withdrawals.server.ts',
    tests: ['domain/withdrawals/transition-withdrawal.server.test.ts'],
    changes: [
      {
        bug: 'a withdrawal is rejected while its line for the bank is written',
        from: `.forUpdate('withdrawals')`,
        to: '',
      },
    ],
  },
]
