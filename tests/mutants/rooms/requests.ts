import type { MutantGroup } from '#tests/mutants/mutant.ts'

const acceptTest = 'domain/requests/accept-offer.server.test.ts'
const startTest = 'domain/requests/start-request.server.test.ts'
const matchTest = 'domain/requests/match-experts.server.test.ts'
const alertsTest = 'domain/requests/request-alerts.server.test.ts'

export const requests: MutantGroup[] = [
  {
    file: 'domain/requests/accept-offer.server.ts',
    tests: [acceptTest],
    changes: [
      {
        bug: 'an expert above the limit gets the session',
        from: `if (ratePaisePerMinute > request.maxRatePaisePerMinute) throw new Refusal('offer_over')`,
        to: '',
      },
      {
        bug: 'an offer can be accepted after its ring',
        from: ` || current.ringUntil <= ctx.clock.now()`,
        to: '',
      },
      {
        bug: 'a blocked expert gets the session',
        from: 'await refuseBlocked(ctx, studentId, expertId)',
        to: '',
      },
      {
        bug: 'the rings of the other experts continue',
        from: `await endRings(ctx, request, 'taken')`,
        to: '',
      },
      {
        bug: 'the ring of an offer that cannot be accepted continues',
        from: 'if (error instanceof Refusal) await withdraw(ctx, offer)',
        to: '',
      },
    ],
  },
  {
    file: 'domain/requests/start-request.server.ts',
    tests: [startTest],
    changes: [
      {
        bug: 'a search is not refused after the free calls of a day',
        from: 'await refuseTooManyFreeCalls(ctx, { studentId, expertId: null })',
        to: '',
      },
    ],
  },
  {
    file: 'domain/sessions/student-request.server.ts',
    tests: ['domain/sessions/request-session.server.test.ts'],
    changes: [
      {
        bug: 'a student gets one free call too many per day',
        from: 'if (calls.free >= freeCallsPerDay)',
        to: 'if (calls.free > freeCallsPerDay)',
      },
      {
        bug: 'free calls with other experts count for the pair',
        from: 'is_pair and ${isFreeCall}',
        to: '${isFreeCall}',
      },
      {
        bug: 'calls that never connect are limited only for each pair',
        from: `if (calls.unconnected >= unconnectedCallsPerDay) throw new Refusal('unconnected_calls_of_day_used')`,
        to: '',
      },
    ],
  },
  {
    file: 'domain/requests/request-rows.server.ts',
    tests: [startTest],
    changes: [
      {
        bug: 'the hold of an unanswered request is not released',
        from: 'await releaseRequestHold(asSystem(ctx), { requestId, studentId })',
        to: '',
      },
      {
        bug: 'a student stops the request of another student',
        from: 'if (!found || (ofStudent && found.student_id !== ofStudent)) return null',
        to: 'if (!found) return null',
      },
    ],
  },
  {
    file: 'domain/requests/start-request.server.ts',
    tests: [startTest],
    changes: [
      {
        bug: 'requests do not count towards the limit of unanswered rings',
        from: 'await refuseTooManyRings(ctx, studentId)',
        to: '',
      },
      {
        bug: 'requests that find nobody are not limited',
        from: 'await countInHour(ctx.db, limit, now)',
        to: '',
      },
    ],
  },
  {
    file: 'domain/requests/continue-request.server.ts',
    tests: [startTest],
    changes: [
      {
        bug: 'a step that runs twice asks twice as many experts',
        from: ' || request.nextAt > now',
        to: '',
      },
    ],
  },
  {
    file: 'domain/requests/match-experts.server.ts',
    tests: [startTest, matchTest],
    changes: [
      {
        bug: 'an expert is asked by two requests at the same time',
        from: `sql\`not exists (select from offers where expert_id = user_id and state = 'open')\`,`,
        to: '',
      },
      {
        bug: 'busy experts are asked',
        from: 'sql`online and not busy`',
        to: 'sql`online`',
      },
      {
        bug: 'experts of other subjects are asked',
        from: 'named.length > 0 ? [joinWithOr(named.map((concept) => matchConcept(concept).near))] : []',
        to: '[]',
      },
      {
        bug: 'an exam that is named beside a subject adds experts of other subjects',
        from: 'return subjects.filter(({ weight }) => weight === highest)',
        to: 'return subjects',
      },
      {
        bug: 'a language in the question excludes experts who do not speak it',
        from: 'concepts.filter(({ languages }) => languages.length === 0)',
        to: 'concepts',
      },
    ],
  },
  {
    sqlFunction: 'student_asks_once',
    tests: [startTest],
    changes: [
      {
        bug: 'a student in a session can start a request',
        from: `tg_table_name = 'requests' and exists`,
        to: 'false and exists',
      },
    ],
  },
  {
    sqlFunction: 'wallet_move_hold',
    tests: [acceptTest],
    changes: [
      {
        bug: 'the whole hold moves to a session that needs less',
        from: 'array[amount, held - amount]',
        to: 'array[held, 0]',
      },
    ],
  },
  {
    file: 'domain/requests/request-alerts.server.ts',
    tests: [alertsTest],
    changes: [
      {
        bug: 'alerts are not limited',
        from: `if (activeAlerts.length >= requestAlertsMax) throw new Refusal('too_many_request_alerts')`,
        to: '',
      },
      {
        bug: 'only the first page of alerts is read',
        from: 'while (page.length === requestAlertsPageSize)',
        to: 'while (false)',
      },
      {
        bug: 'an expert who missed the ring of a request is reported for it as soon as another ring ends',
        from: '${wasRung ? sql`and not exists (select from offers where expert_id = l.user_id and request_id = r.id)` : sql``}',
        to: '',
      },
    ],
  },
  {
    file: 'domain/requests/enqueue-request-alerts.server.ts',
    tests: [alertsTest],
    changes: [
      {
        bug: 'an expert in a session is reported when an offer ends',
        from: `.where('busy', '=', false)`,
        to: '',
      },
      {
        bug: 'experts who were rung are never reported',
        from: 'if (experts.length === 0) return',
        to: 'return',
      },
    ],
  },
]
