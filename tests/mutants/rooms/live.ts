import type { MutantGroup } from '#tests/mutants/mutant.ts'

const gatewayTest = 'live/gateway.server.test.ts'
const callsTest = 'live/calls.server.test.ts'
const presenceTest = 'live/presence.server.test.ts'

export const live: MutantGroup[] = [
  {
    file: 'live/gateway.server.ts',
    tests: [gatewayTest],
    changes: [
      {
        bug: 'pages of other sites may connect',
        from: 'if (!origin || !isOwnOrigin(origin, host))',
        to: 'if (!origin)',
      },
      {
        bug: 'a socket that does not answer stays open',
        from: 'if (!hasAnswered) socket.terminate()',
        to: 'if (hasAnswered === undefined) socket.terminate()',
      },
      {
        bug: 'a closed socket still counts for its expert’s presence',
        from: 'if (isPresent) presence.socketClosed(person)',
        to: '',
      },
    ],
  },
  {
    file: 'live/gateway.server.ts',
    tests: [callsTest],
    changes: [
      {
        bug: 'a socket that is closing is still served',
        from: 'if (connection.isOpen) receive(connection, raw, isBinary)',
        to: 'receive(connection, raw, isBinary)',
      },
    ],
  },
  {
    file: 'live/picture-times.server.ts',
    tests: [callsTest],
    changes: [
      { bug: 'a browser may report many times to the picture', from: 'joinedAtMs.delete(join)', to: '' },
      { bug: 'a browser may report any time', from: 'if (pictureMs <= nowMs() - since + earlierMaxMs)', to: '' },
    ],
  },
  {
    file: 'live/message-receiver.server.ts',
    tests: [callsTest],
    changes: [
      {
        bug: 'any connection may send long messages',
        from: 'const isReadable = !isBinary && (!isLong || connection.callJoin !== undefined)',
        to: 'const isReadable = !isBinary',
      },
      {
        bug: 'the policy of a message is not checked',
        from: 'if (!policies[policy](toActor(connection))) {',
        to: 'if (false) {',
      },
      {
        bug: 'an outsider watches a session',
        from: 'if (mayWatch) return watch(connection, message, topic)',
        to: 'if (mayWatch !== null) return watch(connection, message, topic)',
      },
    ],
  },
  {
    file: 'live/calls.server.ts',
    tests: [callsTest],
    changes: [
      {
        bug: 'a heartbeat of an earlier join reaches the meter',
        from: 'callJoin.sessionId !== beat.session || callJoin.epoch !== beat.epoch',
        to: 'callJoin.sessionId !== beat.session',
      },
      {
        bug: 'a signal goes to a session that the sender has not joined',
        from: 'callJoin.sessionId !== message.session || callJoin.epoch !== message.epoch',
        to: 'callJoin.epoch !== message.epoch',
      },
    ],
  },
  {
    file: 'live/call.server.ts',
    tests: [callsTest],
    changes: [
      {
        bug: 'signals reach the expert before the call is accepted',
        from: "if (from === 'expert' || epochs.expert > 0)",
        to: "if (from === 'expert' || epochs.expert >= 0)",
      },
      {
        bug: 'a signal is sent back to its sender',
        from: 'send([otherSide(from)], signal)',
        to: 'send([from], signal)',
      },
      {
        bug: 'an older join replaces a newer one',
        from: 'if (epoch <= epochs[side]) return false',
        to: '',
      },
      {
        bug: 'more signals than allowed are queued for the expert',
        from: 'if (heldSignals.length >= heldSignalsMax)',
        to: 'if (heldSignals.length > heldSignalsMax)',
      },
      {
        bug: 'signals of an earlier page of the student reach the expert',
        from: "if (side === 'student') heldSignals = []",
        to: '',
      },
      {
        bug: 'a repeated announcement of a side counts as a new join',
        from: 'if (epoch <= epochs[side]) return\n',
        to: 'if (epoch < epochs[side]) return\n',
      },
    ],
  },
  {
    file: 'live/presence.server.ts',
    tests: [presenceTest],
    changes: [
      {
        bug: 'an expert with a second tab is shown offline',
        from: 'presence.sockets += 1',
        to: 'presence.sockets = 1',
      },
      {
        bug: 'a reload sets the expert offline',
        from: '}, graceMs)',
        to: '}, 0)',
      },
      {
        bug: 'a student counts as an expert who is online',
        from: `if (role !== 'expert') return`,
        to: '',
      },
      {
        bug: 'a stopping process reports its experts as offline',
        from: 'if (isClosed) return\n    try',
        to: 'try',
      },
    ],
  },
  {
    file: 'live/sign-in-watch.server.ts',
    tests: [gatewayTest],
    changes: [
      {
        bug: 'the sign-in that ended all others is ended too',
        from: 'return signInId !== message.exceptSignInId',
        to: 'return true',
      },
      {
        bug: 'signing out on one device ends every sign-in',
        from: 'return signInId === message.signInId',
        to: 'return true',
      },
    ],
  },
  {
    file: 'live/token-buckets.server.ts',
    tests: [gatewayTest],
    changes: [
      {
        bug: 'a rate limit never refills',
        from: '((nowMs - last.filledAtMs) / 1000) * perSecond',
        to: '0',
      },
      {
        bug: 'a rate limit allows one message too few',
        from: 'const granted = tokens >= count',
        to: 'const granted = tokens > count',
      },
    ],
  },
  {
    file: 'live/topic-feed.server.ts',
    tests: [gatewayTest],
    changes: [
      {
        bug: 'a socket watches one topic more than allowed',
        from: 'connection.topics.size >= socketTopicsMax',
        to: 'connection.topics.size > socketTopicsMax',
      },
      {
        bug: 'a change during a read is lost',
        from: 'if (watched.changed || watched.awaitingState.size > 0) refresh(watched)',
        to: 'if (watched.awaitingState.size > 0) refresh(watched)',
      },
    ],
  },
  {
    file: 'domain/sessions/waiting.server.ts',
    tests: ['domain/sessions/waiting.server.test.ts'],
    changes: [
      {
        bug: 'messages that the expert has seen stay unread',
        from: 'number > coalesce(seen.number, 0)',
        to: 'number > 0',
      },
      {
        bug: 'messages of the expert are unread',
        from: ' and author_id = recent.student_id',
        to: '',
      },
      {
        bug: 'a call stays missed although the expert has answered a later one',
        from: 'later.answered_at is not null',
        to: 'false',
      },
    ],
  },
  {
    file: 'domain/sessions/read-messages.server.ts',
    tests: ['domain/sessions/waiting.server.test.ts'],
    changes: [
      {
        bug: 'the student reads for the expert',
        from: " && ctx.actor.role === 'expert'",
        to: '',
      },
    ],
  },
]
