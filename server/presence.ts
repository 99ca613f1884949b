import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Context } from '#domain/context.server.ts'
import { heartbeatNode, registerSocket, unregisterSocket } from '#domain/experts/reachability.server.ts'
import { nodeBeatMs } from '#kernel/limits.ts'
import { createPresence, type Presence } from '#live/presence.server.ts'

/** Publishes which experts are reachable through this node, and sends its heartbeat. */
export function startPresence(system: Context, log: Pick<Logger, 'error'>): Presence {
  const nodeId = randomUUID()
  const presence = createPresence({
    async publishReachable(accountId) {
      const { isNewNode } = await registerSocket(system, { accountId, nodeId })
      if (isNewNode) presence.publishAgain({ all: true })
    },
    publishUnreachable: (accountId) => unregisterSocket(system, { accountId, nodeId }),
    log,
  })
  const beat = async () => {
    try {
      const { isNewNode } = await heartbeatNode(system, nodeId)
      presence.publishAgain({ all: isNewNode })
    } catch (err) {
      log.error({ err }, 'the node heartbeat failed')
    }
  }
  void beat()
  const beatTimer = setInterval(() => void beat(), nodeBeatMs)
  return {
    ...presence,
    close() {
      clearInterval(beatTimer)
      presence.close()
    },
  }
}
