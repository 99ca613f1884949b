import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { requestSession } from '#domain/sessions/request-session.server.ts'
import { callTimes } from '#domain/sessions/rules.ts'
import type { CallType } from '#domain/sessions/contract.ts'
import type { openDatabase } from '#tests/e2e/database.ts'
import { newExpert } from '#tests/experts.ts'
import { recordConnections } from '#tests/media-in-page.ts'
import { giveMoney, rupees } from '#tests/money.ts'
import { newRequest, sessionRow } from '#tests/sessions.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

type Options = {
  database: Awaited<ReturnType<typeof openDatabase>>
  browsers: { student: Browser; expert: Browser }
  origin: string
  callType: CallType
  studentWidth?: number
}

/**
 * The longest silence in the worst case: the network of the student changes, and the browser does not notify the page.
 * The page checks once a second, so it detects the silence after at most 3 s and restarts ICE after at most 4 s. The
 * offer is lost with the socket. The socket is replaced 2 s after the silence was detected, at most 1 s later. Then the
 * offer is sent again, and 1 s is enough for the answer and the new path. The rest is a margin for a busy machine.
 */
export const switchSilenceMaxMs = 10_000

export type LineCall = Awaited<ReturnType<typeof startLineCall>>

/** Starts a call between two browsers, and resolves when both are connected. */
export async function startLineCall({ database, browsers, origin, callType, studentWidth = 390 }: Options) {
  const student = await newSignedInPerson(database.as, 'student', 'Asha Verma')
  await giveMoney(database.as({ kind: 'system' }), student.person.id, rupees(500))
  const expert = await newExpert(database.as)
  await database.db.updateTable('experts').set({ is_online: true }).where('id', '=', expert.expertId).execute()
  const desk = await openPage(browsers.expert, expert.token, origin, 1280)
  const phone = await openPage(browsers.student, student.token, origin, studentWidth)
  await waitFor('the expert is reachable', async () => {
    const found = database.db.selectFrom('experts').select('reachable').where('id', '=', expert.expertId)
    return (await found.executeTakeFirst())?.reachable === true
  })
  const request = newRequest(expert.expertId, { callType })
  const id = await requestSession({ ...database.as(student.person), times: callTimes }, request)
  await phone.getByRole('button', { name: 'Continue here' }).click({ timeout: 60_000 })
  await desk.getByRole('button', { name: 'Accept' }).click({ timeout: 60_000 })
  for (const page of [desk, phone]) await page.getByRole('timer').waitFor({ timeout: 60_000 })
  return {
    id,
    studentToken: student.token,
    desk,
    phone,
    readSession: () => sessionRow(database.db, id),
    async close(): Promise<void> {
      await phone.getByRole('button', { name: 'Hang up' }).click()
      await waitFor('the bill', async () => (await sessionRow(database.db, id)).state === 'settled')
      for (const page of [phone, desk]) await page.context().close()
    },
  }
}

async function openPage(browser: Browser, token: string, origin: string, width: number): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
  })
  await context.grantPermissions(['camera', 'microphone', 'notifications'], { origin })
  await context.addInitScript(recordConnections)
  await context.addCookies([{ name: 'samjhao_sign_in', value: token, url: origin, httpOnly: true, sameSite: 'Lax' }])
  const page = await context.newPage()
  await page.goto('/how-it-works')
  // The first interaction starts the scripts of the page.
  await page.mouse.move(10, 10)
  return page
}

/** One reading of a page: totals of the call, and whether it shows the picture of the other person. */
export type Reading = {
  atMs: number
  sentBytes: number
  receivedBytes: number
  heardSamples: number
  concealedSamples: number
  audioPackets: number
  frames: number
  frozenMs: number
  pictureHeight: number
  isPictureShown: boolean
  availableKbps: number
  delayMs: number
  limit: string
  sentHeight: number
  /** Lost packets of the voice, and those that error correction repaired. */
  lostVoice: number
  repairedVoice: number
}

/** Reads the page twice a second until `stop`. */
export function watchPage(page: Page) {
  const readings: Reading[] = []
  const stopping = new AbortController()
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const reading = await page.evaluate(readCall).catch(() => null)
      if (reading) readings.push(reading)
      await sleep(500)
    }
  })()
  return {
    readings,
    async stop(): Promise<Reading[]> {
      stopping.abort()
      await watching
      return readings
    },
  }
}

/** The longest time without a new audio packet. */
export function longestSilenceMs(readings: Reading[]): number {
  let longestMs = 0
  let heardAtMs = readings[0]?.atMs ?? 0
  readings.forEach(({ audioPackets, atMs }, index) => {
    if (audioPackets > (readings[index - 1]?.audioPackets ?? 0)) {
      longestMs = Math.max(longestMs, atMs - heardAtMs)
      heardAtMs = atMs
    }
  })
  return Math.max(longestMs, (readings.at(-1)?.atMs ?? 0) - heardAtMs)
}

async function readCall(): Promise<Reading> {
  const { connections } = window as unknown as { connections: RTCPeerConnection[] }
  const reading = {
    atMs: performance.timeOrigin + performance.now(),
    sentBytes: 0,
    receivedBytes: 0,
    heardSamples: 0,
    concealedSamples: 0,
    audioPackets: 0,
    frames: 0,
    frozenMs: 0,
    pictureHeight: 0,
    isPictureShown: document.querySelector('video[aria-label^="Picture of"], video[aria-label^="Screen of"]') !== null,
    availableKbps: 0,
    delayMs: 0,
    limit: '',
    sentHeight: 0,
    lostVoice: 0,
    repairedVoice: 0,
  }
  const headerBytes = 28
  let mostBytes = -1
  for (const connection of connections) {
    for (const entry of (await connection.getStats()).values()) {
      if (entry.type === 'candidate-pair') {
        reading.sentBytes += entry.bytesSent + (entry.packetsSent ?? 0) * headerBytes
        reading.receivedBytes += entry.bytesReceived + (entry.packetsReceived ?? 0) * headerBytes
        // Former pairs stay nominated, with old figures.
        if (entry.nominated && entry.bytesSent + entry.bytesReceived > mostBytes) {
          mostBytes = entry.bytesSent + entry.bytesReceived
          reading.availableKbps = Math.round((entry.availableOutgoingBitrate ?? 0) / 1_000)
          reading.delayMs = Math.round((entry.currentRoundTripTime ?? 0) * 1_000)
        }
      }
      if (entry.type === 'outbound-rtp' && entry.kind === 'video') {
        reading.limit = `${entry.qualityLimitationReason} ${Math.round((entry.targetBitrate ?? 0) / 1000)}`
        reading.sentHeight = entry.frameHeight ?? 0
      }
      if (entry.type !== 'inbound-rtp') continue
      if (entry.kind === 'audio') {
        reading.heardSamples += entry.totalSamplesReceived ?? 0
        reading.concealedSamples += (entry.concealedSamples ?? 0) - (entry.silentConcealedSamples ?? 0)
        reading.audioPackets += entry.packetsReceived ?? 0
        reading.lostVoice += entry.packetsLost ?? 0
        reading.repairedVoice += (entry.fecPacketsReceived ?? 0) - (entry.fecPacketsDiscarded ?? 0)
      } else {
        reading.frames += entry.framesDecoded ?? 0
        reading.frozenMs += (entry.totalFreezesDuration ?? 0) * 1_000
        reading.pictureHeight = entry.frameHeight ?? 0
      }
    }
  }
  return reading
}

async function waitFor(what: string, condition: () => Promise<boolean>): Promise<void> {
  for (const untilMs = performance.now() + 60_000; !(await condition());) {
    if (performance.now() > untilMs) throw new Error(`waited a minute for: ${what}`)
    await sleep(100)
  }
}
