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
        bug: 'a beat that is sent again is accepted',
        from: `if (sequence <= leg.sequence) return 'old'`,
        to: `if (sequence < leg.sequence) return 'old'`,
      },
      {
        bug: 'a page that was replaced still counts',
        from: `if (epoch < leg.epoch) return 'gone'`,
        to: '',
      },
      {
        bug: 'a beat without new bytes proves that media flows',
        from: 'const grew = bytes > leg.bytes',
        to: 'const grew = bytes >= leg.bytes',
      },
      {
        bug: 'a clock that goes back is believed',
        from: '(this.#nowMs = Math.max(this.#nowMs, atMs))',
        to: '(this.#nowMs = atMs)',
      },
      {
        bug: 'proofs exactly five seconds apart begin billing',
        from: 'else if (nowMs - this.#earlierProof() < beatFreshMs &&',
        to: 'else if (nowMs - this.#earlierProof() <= beatFreshMs &&',
      },
      {
        bug: 'time counts to the later proof, so one side alone is billed',
        from: 'return Math.min(this.#goodAtMs.student, this.#goodAtMs.expert)',
        to: 'return Math.max(this.#goodAtMs.student, this.#goodAtMs.expert)',
      },
      {
        bug: 'the last permitted interruption ends the session',
        from: 'if (this.interruptions > this.#interruptionsMax())',
        to: 'if (this.interruptions >= this.#interruptionsMax())',
      },
      {
        bug: 'a disturbance of the product is held against people',
        from: 'this.#blameless = this.#excusedToMs > this.#lostAtMs',
        to: 'this.#blameless = false',
      },
      {
        bug: 'who disturbs the product for ever is never billed',
        from: 'if (nowMs >= this.#lostAtMs + excusedMaxMs)',
        to: 'if (nowMs >= this.#lostAtMs + 2 * excusedMaxMs)',
      },
      {
        bug: 'what a page that is no more sent proves that the new one is heard',
        from: ' && this.#isBothProved()',
        to: '',
      },
      {
        bug: 'the side that stayed is blamed for the reload of the other',
        from: 'return this.#cameAtMs[other] > this.#goodAtMs[side] ? other : side',
        to: 'return side',
      },
      {
        bug: 'time lost by joining again does not add up',
        from: 'this.interruptedMs += nowMs - this.#countedToMs',
        to: '',
      },
      {
        bug: 'an outage of the server counts against the people',
        from: 'if (!this.#blameless) this.interruptedMs += afterMs',
        to: 'this.interruptedMs += afterMs',
      },
      {
        bug: 'an interruption lasts longer than it may',
        from: 'if (nowMs >= Math.min(ownMs, totalMs))',
        to: 'if (nowMs > Math.min(ownMs, totalMs))',
      },
      {
        bug: 'the call goes on in the millisecond in which the money is spent',
        from: 'if (spentAtMs <= Math.min(nowMs, silentAtMs))',
        to: 'if (spentAtMs < Math.min(nowMs, silentAtMs))',
      },
      {
        bug: 'time that was counted before does not use up the money',
        from: 'const spentAtMs = this.#countedToMs + this.heldMs - this.liveMs',
        to: 'const spentAtMs = this.#countedToMs + this.heldMs',
      },
      {
        bug: 'silence of exactly five seconds is not noticed',
        from: 'if (silentAtMs > nowMs) return undefined',
        to: 'if (silentAtMs >= nowMs) return undefined',
      },
      {
        bug: 'an interruption begins when it is noticed, not at the last proof',
        from: 'this.#lostAtMs = this.#earlierProof()',
        to: 'this.#lostAtMs = nowMs',
      },
      {
        bug: 'money that is held now still counts as affordable, so warnings come late',
        from: 'if (this.affordableMs !== undefined) this.affordableMs -= byMs',
        to: '',
      },
      {
        bug: 'the warning waits for what ends last',
        from: 'const leftMs = Math.min(this.leftMs() + affordableMs, this.cutLeftMs())',
        to: 'const leftMs = Math.max(this.leftMs() + affordableMs, this.cutLeftMs())',
      },
      {
        bug: 'after money was added there is no second warning',
        from: 'this.#warnedAt = due === Infinity ? Infinity : Math.min(due, this.#warnedAt)',
        to: 'this.#warnedAt = Math.min(due, this.#warnedAt)',
      },
      {
        bug: 'the call runs into the next booking of the expert',
        from: `this.phase !== 'over' && this.#cutAtMs <= nowMs`,
        to: `this.phase !== 'over' && this.#cutAtMs < nowMs`,
      },
      {
        bug: 'counters of an earlier join are compared with those of a new one',
        from: 'this.#compareFrom = undefined',
        to: '',
      },
      {
        bug: 'the wrong side is blamed for the silence',
        from: `this.#goodAtMs.student <= this.#goodAtMs.expert ? 'student' : 'expert'`,
        to: `this.#goodAtMs.student <= this.#goodAtMs.expert ? 'expert' : 'student'`,
      },
      {
        bug: 'a proof from before a join takes time back',
        from: 'if (reachMs <= this.#countedToMs) return',
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
        from: 'return sharedMs < (freeUnderSeconds * minuteMs) / 60 ?',
        to: 'return sharedMs <= (freeUnderSeconds * minuteMs) / 60 ?',
      },
      {
        bug: 'a whole minute is billed as two',
        from: 'Math.ceil(sharedMs / minuteMs)',
        to: 'Math.floor(sharedMs / minuteMs) + 1',
      },
      {
        bug: 'more minutes are charged than were held',
        from: 'return Math.min(billedMinutes(liveMs, minuteMs), heldMinutes(held, { ratePaisePerMinute }))',
        to: 'return billedMinutes(liveMs, minuteMs)',
      },
      {
        bug: 'a part of a minute that was held is charged as a whole one',
        from: 'Math.floor(held / ratePaisePerMinute)',
        to: 'Math.ceil(held / ratePaisePerMinute)',
      },
      {
        bug: 'a student who hangs up on an absent expert has left',
        from: `return end.side === 'student' && (!interruption || isOwn)`,
        to: `return end.side === 'student'`,
      },
      {
        bug: 'a student with a bad line has left',
        from: 'return isAbsence(end) && isOwn && interruption.details.stillSpeaks === false',
        to: 'return isAbsence(end) && isOwn',
      },
    ],
  },
  {
    file: 'domain/sessions/settle-session.server.ts',
    tests: ['domain/sessions/move-session.server.test.ts'],
    changes: [
      {
        bug: 'a process that lost its meter settles the session',
        from: 'if (measured && row.meter_node !== measured.nodeId) return false',
        to: '',
      },
      {
        bug: 'the last word of the meter is ignored for the checkpoint',
        from: 'const liveMs = Math.max(row.live_ms, Math.round(measured?.liveMs ?? 0))',
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
        bug: 'a database that has just come back makes all other nodes dead',
        from: 'where not own.is_free and pg_try_advisory_xact_lock',
        to: 'where pg_try_advisory_xact_lock',
      },
      {
        bug: 'leases that ran out while the database was away count at once',
        from: 'sql.lit(lapsedMs / 1_000)',
        to: 'sql.lit(0)',
      },
    ],
  },
  {
    file: 'live/meters.server.ts',
    tests: ['live/meters.server.test.ts'],
    changes: [
      {
        bug: 'a process that reaches the database first takes over calls that run on elsewhere',
        from: 'isAway || nowMs() - backSinceMs < backForMs',
        to: 'false',
      },
      {
        bug: 'a database that hangs between two checkpoints is not noticed',
        from: 'isAway || isLate || bus.isDeaf()',
        to: 'isAway || bus.isDeaf()',
      },
      {
        bug: 'a lock that is free for a moment is taken for a killed process',
        from: '>= killedAfterMs)',
        to: '>= 0)',
      },
      {
        bug: 'one session that cannot be settled keeps its batch from being settled',
        from: 'for (const own of batch) await settle([own])',
        to: '',
      },
    ],
  },
]
