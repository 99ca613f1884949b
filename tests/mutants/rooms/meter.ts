import type { MutantGroup } from '#tests/mutants/mutant.ts'

export const meter: MutantGroup[] = [
  {
    file: 'domain/sessions/meter.ts',
    tests: [
      'domain/sessions/meter.test.ts',
      'domain/sessions/meter-cut.test.ts',
      'domain/sessions/meter-properties.test.ts',
    ],
    changes: [
      {
        bug: 'a repeated heartbeat is accepted',
        from: "if (sequence <= sideState.sequence) return 'old'",
        to: "if (sequence < sideState.sequence) return 'old'",
      },
      {
        bug: 'a page that was replaced still counts',
        from: "if (epoch < sideState.epoch) return 'gone'",
        to: '',
      },
      {
        bug: 'a heartbeat without new bytes counts as a media beat',
        from: 'const hasGrown = bytes > sideState.bytes',
        to: 'const hasGrown = bytes >= sideState.bytes',
      },
      {
        bug: 'a clock that moves backwards is accepted',
        from: '(this.#nowMs = Math.max(this.#nowMs, atMs))',
        to: '(this.#nowMs = atMs)',
      },
      {
        bug: 'media beats exactly five seconds apart begin billing',
        from: 'else if (nowMs - this.#earlierMediaBeatAtMs() < beatFreshMs &&',
        to: 'else if (nowMs - this.#earlierMediaBeatAtMs() <= beatFreshMs &&',
      },
      {
        bug: 'time counts to the later media beat, so one side alone can be billed',
        from: 'return Math.min(this.#lastMediaBeatAtMs.student, this.#lastMediaBeatAtMs.expert)',
        to: 'return Math.max(this.#lastMediaBeatAtMs.student, this.#lastMediaBeatAtMs.expert)',
      },
      {
        bug: 'the last allowed interruption ends the session',
        from: 'if (this.interruptions > this.#interruptionsMax())',
        to: 'if (this.interruptions >= this.#interruptionsMax())',
      },
      {
        bug: 'an outage of the product counts as an interruption',
        from: 'this.#isExcused = this.#excusedUntilMs > this.#lostAtMs',
        to: 'this.#isExcused = false',
      },
      {
        bug: 'a call survives an outage of more than ten minutes',
        from: 'if (nowMs >= this.#lostAtMs + excusedMaxMs)',
        to: 'if (nowMs >= this.#lostAtMs + 2 * excusedMaxMs)',
      },
      {
        bug: 'media from a replaced page proves that the new page receives',
        from: ' && this.#bothHaveMedia()',
        to: '',
      },
      {
        bug: 'the side that stayed is blamed for the other side’s reload',
        from: 'return this.#joinedAtMs[other] > this.#lastMediaBeatAtMs[side] ? other : side',
        to: 'return side',
      },
      {
        bug: 'time lost by rejoining does not add up',
        from: 'this.interruptedMs += nowMs - this.#countedUntilMs',
        to: '',
      },
      {
        bug: 'an outage of the server adds to the interrupted time',
        from: 'if (!this.#isExcused) this.interruptedMs += afterMs',
        to: 'this.interruptedMs += afterMs',
      },
      {
        bug: 'an interruption lasts longer than allowed',
        from: 'if (nowMs >= Math.min(singleLimitAtMs, totalLimitAtMs))',
        to: 'if (nowMs > Math.min(singleLimitAtMs, totalLimitAtMs))',
      },
      {
        bug: 'the call continues in the millisecond in which the money runs out',
        from: 'if (spentAtMs <= Math.min(nowMs, silentAtMs))',
        to: 'if (spentAtMs < Math.min(nowMs, silentAtMs))',
      },
      {
        bug: 'previously counted time does not use up the money',
        from: 'const spentAtMs = this.#countedUntilMs + this.heldMs - this.liveMs',
        to: 'const spentAtMs = this.#countedUntilMs + this.heldMs',
      },
      {
        bug: 'exactly five seconds without a media beat are not noticed',
        from: 'if (silentAtMs > nowMs) return undefined',
        to: 'if (silentAtMs >= nowMs) return undefined',
      },
      {
        bug: 'an interruption begins when it is noticed, not at the last media beat',
        from: 'this.#lostAtMs = this.#earlierMediaBeatAtMs()',
        to: 'this.#lostAtMs = nowMs',
      },
      {
        bug: 'held money still counts as affordable, so warnings come late',
        from: 'if (this.affordableMs !== undefined) this.affordableMs -= byMs',
        to: '',
      },
      {
        bug: 'the warning waits for the later of the two limits',
        from: 'const leftMs = Math.min(this.heldMsLeft() + affordableMs, this.msUntilCutOff())',
        to: 'const leftMs = Math.max(this.heldMsLeft() + affordableMs, this.msUntilCutOff())',
      },
      {
        bug: 'there is no second warning after a top-up',
        from: 'this.#warnedAtMinutes = due === Infinity ? Infinity : Math.min(due, this.#warnedAtMinutes)',
        to: 'this.#warnedAtMinutes = Math.min(due, this.#warnedAtMinutes)',
      },
      {
        bug: 'the call runs into the next booking of the expert',
        from: `this.phase !== 'over' && this.#cutAtMs <= nowMs`,
        to: `this.phase !== 'over' && this.#cutAtMs < nowMs`,
      },
      {
        bug: 'counters of an earlier join are compared with counters of a new join',
        from: 'this.#compareFrom = undefined',
        to: '',
      },
      {
        bug: 'the wrong side is blamed for the missing media beats',
        from: "this.#lastMediaBeatAtMs.student <= this.#lastMediaBeatAtMs.expert ? 'student' : 'expert'",
        to: "this.#lastMediaBeatAtMs.student <= this.#lastMediaBeatAtMs.expert ? 'expert' : 'student'",
      },
      {
        bug: 'a media beat from before a join reduces the counted time',
        from: 'if (sharedUntilMs <= this.#countedUntilMs) return',
        to: '',
      },
    ],
  },
  {
    file: 'domain/sessions/rules.ts',
    tests: ['domain/sessions/rules.test.ts'],
    changes: [
      {
        bug: 'a call of exactly 30 seconds is free',
        from: 'return liveMs < (freeUnderSeconds * minuteMs) / 60 ?',
        to: 'return liveMs <= (freeUnderSeconds * minuteMs) / 60 ?',
      },
      {
        bug: 'a whole minute is billed as two',
        from: 'Math.ceil(liveMs / minuteMs)',
        to: 'Math.floor(liveMs / minuteMs) + 1',
      },
      {
        bug: 'more minutes are charged than were held',
        from: 'return Math.min(billedMinutes(liveMs, minuteMs), heldMinutes(held, { ratePaisePerMinute }))',
        to: 'return billedMinutes(liveMs, minuteMs)',
      },
      {
        bug: 'a partly held minute is charged as a whole minute',
        from: 'Math.floor(held / ratePaisePerMinute)',
        to: 'Math.ceil(held / ratePaisePerMinute)',
      },
      {
        bug: 'a student who hangs up while the expert is absent counts as leaving',
        from: `return end.side === 'student' && (!interruption || isOwn)`,
        to: `return end.side === 'student'`,
      },
      {
        bug: 'a student with a bad connection counts as leaving',
        from: 'return isDisconnect(end) && isOwn && interruption.details.stillSpeaks === false',
        to: 'return isDisconnect(end) && isOwn',
      },
    ],
  },
  {
    file: 'domain/sessions/settle-session.server.ts',
    tests: ['domain/sessions/transition-session.server.test.ts'],
    changes: [
      {
        bug: 'a process that lost its lease settles the session',
        from: 'if (metered && row.meter_node !== metered.nodeId) return false',
        to: '',
      },
      {
        bug: 'the meter’s final value is ignored in favour of the checkpoint',
        from: 'const liveMs = Math.max(row.live_ms, Math.round(metered?.liveMs ?? 0))',
        to: 'const liveMs = row.live_ms',
      },
    ],
  },
  {
    file: 'domain/sessions/settle-session.server.ts',
    tests: ['domain/bookings/join-booking.server.test.ts'],
    changes: [
      {
        bug: 'a student who leaves a booked session pays the fee, however long it lasted',
        from: 'paise(Math.max(used, row.least_paise))',
        to: 'paise(row.least_paise)',
      },
    ],
  },
  {
    file: 'domain/sessions/meter-rows.server.ts',
    tests: ['live/meters.server.test.ts'],
    changes: [
      {
        bug: 'a recovered database marks all other nodes as dead',
        from: 'where not own.is_free and pg_try_advisory_xact_lock',
        to: 'where pg_try_advisory_xact_lock',
      },
      {
        bug: 'leases that expired while the database was down count immediately',
        from: 'sql.lit(expiredForMs / 1_000)',
        to: 'sql.lit(0)',
      },
    ],
  },
  {
    file: 'live/database-watch.server.ts',
    tests: ['live/meters.server.test.ts'],
    changes: [
      {
        bug: 'a process that reaches the database first takes over calls that run elsewhere',
        from: 'lastFailed || nowMs() - backSinceMs < backForMs',
        to: 'false',
      },
      {
        bug: 'a database that hangs between two checkpoints is not noticed',
        from: ' || [...waiting].some(({ sinceMs }) => isLate(sinceMs))',
        to: '',
      },
    ],
  },
  {
    file: 'live/take-over.server.ts',
    tests: ['live/meters.server.test.ts'],
    changes: [
      {
        bug: 'a take-over that waited for a frozen database takes calls from live nodes',
        from: 'isLate: () => database.isLate(requestedAtMs)',
        to: 'isLate: () => false',
      },
      {
        bug: 'a lock that is briefly free counts as a killed process',
        from: '>= killedAfterMs)',
        to: '>= 0)',
      },
    ],
  },
  {
    file: 'live/settlement.server.ts',
    tests: ['live/meters.server.test.ts'],
    changes: [
      {
        bug: 'one failing settlement blocks its whole batch',
        from: 'for (const metered of batch) await settle([metered])',
        to: '',
      },
    ],
  },
]
