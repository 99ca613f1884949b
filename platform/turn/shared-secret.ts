import { createHmac } from 'node:crypto'
import { relayPasswordHours } from '#kernel/limits.ts'
import type { Clock } from '#kernel/time.ts'
import type { Turn } from '#platform/turn/port.ts'

export type TurnSettings = {
  stunUrls: string[]
  /** Without a relay, browsers must connect directly. */
  relay: { urls: string[]; secret: string; only: boolean } | null
}

/**
 * Creates credentials for coturn's `use-auth-secret`: the relay accepts a password made with the shared secret until
 * the time in the username. The username contains the account, so that the relay's quotas apply per person.
 */
export function createTurn({ stunUrls, relay }: TurnSettings, clock: Clock): Turn {
  const stun = stunUrls.length > 0 && !relay?.only ? [{ urls: stunUrls }] : []
  return {
    iceFor(accountId) {
      if (!relay) return { servers: stun, relayOnly: false }
      const until = Math.floor(clock.now().getTime() / 1_000) + relayPasswordHours * 3_600
      const username = `${until}:${accountId}`
      const credential = createHmac('sha1', relay.secret).update(username).digest('base64')
      return { servers: [...stun, { urls: relay.urls, username, credential }], relayOnly: relay.only }
    },
  }
}
