import type { BrowserContext } from '@playwright/test'
import type { Person } from '#domain/policy.ts'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import type { Inside } from '#tests/e2e/database.ts'
import { expect, hydrated, type Page } from '#tests/e2e/test.ts'
import { goOnline, newExpert } from '#tests/experts.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest } from '#tests/sessions.ts'
import { somebody } from '#tests/signed-in.ts'

export type Caller = { person: Person; page: Page }

/** Keeps the connections of a page where a test can look at their counters. */
function rememberConnections() {
  const made: RTCPeerConnection[] = []
  Object.assign(window, { connections: made })
  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...args: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...args)
      made.push(this)
    }
  }
}

export async function openPage(context: BrowserContext, token: string, origin: string): Promise<Page> {
  await context.addCookies([
    { name: 'samjhao_sign_in', value: token, url: origin, httpOnly: true, sameSite: 'Lax' },
  ])
  await context.grantPermissions(['camera', 'microphone', 'notifications'], { origin })
  await context.addInitScript(rememberConnections)
  return context.newPage()
}

/** What has come over the connection that this page uses now. */
export async function received(page: Page) {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const seen = { frames: 0, sound: 0, bytes: 0, relayed: false, open: 0 }
    for (const connection of connections.filter(({ connectionState }) => connectionState !== 'closed')) {
      seen.open += 1
      const report = await connection.getStats()
      for (const entry of report.values()) {
        if (entry.type === 'inbound-rtp' && entry.kind === 'video') seen.frames += entry.framesDecoded ?? 0
        if (entry.type === 'inbound-rtp' && entry.kind === 'audio') seen.sound += entry.totalAudioEnergy ?? 0
        if (entry.type === 'candidate-pair') seen.bytes += entry.bytesReceived ?? 0
        if (entry.type === 'candidate-pair' && entry.nominated)
          seen.relayed = report.get(entry.localCandidateId)?.candidateType === 'relay'
      }
    }
    return seen
  })
}
export {
  expect,
  giveMoney,
  goOnline,
  hydrated,
  newExpert,
  newRequest,
  requestSession,
  callTimes,
  rupees,
  somebody,
}
export type { Inside }
