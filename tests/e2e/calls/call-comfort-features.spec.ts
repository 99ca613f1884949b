import type { Locator } from '@playwright/test'
import { accept, type Caller, expectConnected, hangUp, useCallFixture } from '#tests/e2e/calls/callers.ts'
import { expectPictureAndSound } from '#tests/e2e/calls/counters.ts'
import { expect, expectNoViolations, test, toastWith } from '#tests/e2e/test.ts'
import { readSentCodecs } from '#tests/media-in-page.ts'

test.describe.configure({ timeout: 150_000 })
const fixture = useCallFixture()
const within = { timeout: 20_000 }

test('in a video call, the expert changes devices and shares a screen that survives a reload of the student', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  await fixture.ring(student, expert, 'video')
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  const settings = ['maxaveragebitrate=28000', 'maxplaybackrate=16000', 'stereo=0', 'usedtx=1', 'useinbandfec=1']
  const voice = { type: 'audio/opus', settings: expect.arrayContaining(settings) }
  for (const caller of [student, expert])
    expect(await readSentCodecs(caller)).toMatchObject({ audio: voice, video: { type: 'video/VP8' } })
  // The fake microphone beeps once a second. Polling at the same interval could miss every beep.
  const speaking = student.page.getByText('Ravi Nair is speaking')
  await expect.poll(() => speaking.count(), { intervals: [130], ...within }).toBe(1)

  await press(expert, 'Mute')
  await expect(expert.page.getByText('You are muted', { exact: true })).toBeVisible()
  await choose(expert, 'Choose devices')
  const devices = expert.page.getByRole('dialog', { name: 'Devices' })
  await devices.getByLabel('Camera').selectOption('fake_device_2')
  await devices.getByLabel('Microphone').selectOption('Fake Audio Input 2')
  await devices.getByLabel('Speaker').selectOption('Fake Audio Output 1')
  const chosen = { audio: 'Fake Audio Input 2', video: 'fake_device_2' }
  await expect.poll(() => readSent(expert)).toMatchObject(chosen)
  expect((await readSent(expert)).enabled).toEqual({ audio: false, video: true })
  await expect.poll(() => readSpeaker(expert)).toBe('Fake Audio Output 1')
  await expectNoViolations(expert.page, '[role=dialog]')
  await devices.getByRole('button', { name: 'Close' }).click()
  await press(expert, 'Unmute')
  await expectPictureAndSound(student)
  await expectChosenCamera(student)

  await paint(expert)
  await press(expert, 'Share screen')
  await expectScreen(student, 'Ravi Nair')
  // Text needs a fraction of the data in these codecs. The student still sends a camera.
  await expect.poll(async () => (await readSentCodecs(expert)).video.type).toMatch(/^video\/(AV1|VP9)$/)
  expect((await readSentCodecs(student)).video.type).toBe('video/VP8')
  await expect(expert.page.getByText('You are sharing your screen instead of your camera.')).toBeVisible()
  for (const { page } of [student, expert]) await expectNoViolations(page, '[role=dialog]')
  await student.page.reload()
  await expectConnected(student)
  await expectScreen(student, 'Ravi Nair')
  await unplug(expert, 'video')
  await expect(student.page.getByText('Ravi Nair is sharing their screen')).toHaveCount(0)
  await expect(student.page.getByLabel('Picture of Ravi Nair')).toBeVisible()
  await expectPictureAndSound(student)
  await expectChosenCamera(student)

  // After the expert reloads, the chosen devices are kept, but screen sharing is off.
  await press(expert, 'Share screen')
  await expect(student.page.getByText('Ravi Nair is sharing their screen')).toBeVisible()
  await expert.page.reload()
  await expectConnected(expert)
  await expectPictureAndSound(student, expert)
  await expect.poll(() => readSent(expert)).toMatchObject(chosen)
  await expect(student.page.getByText('Ravi Nair is sharing their screen')).toHaveCount(0)

  await unplug(expert, 'video')
  await expect(toastWith(expert.page, 'Your camera was disconnected')).toBeVisible()
  await expect.poll(async () => (await readSent(expert)).video).toBe('fake_device_0')
  await expectPictureAndSound(student)
  await press(expert, 'Share screen')
  await expect(expert.page.getByText('You are sharing your screen instead of your camera.')).toBeVisible()
  const screen = await expert.page.evaluateHandle(() => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    return connections
      .at(-1)
      ?.getSenders()
      .find(({ track }) => track?.kind === 'video')?.track
  })
  await hangUp(student)
  await expect.poll(() => screen.evaluate((track) => track?.readyState)).toBe('ended')
})

test('in an audio call both sides share screens at the same time, and a reload restores the received screen', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser)]
  await fixture.ring(student, expert)
  await accept(expert)
  await expectConnected(student, expert)
  for (const caller of [student, expert]) await paint(caller)
  await Promise.all([press(student, 'Share screen'), press(expert, 'Share screen')])
  await expectScreen(student, 'Ravi Nair')
  await expectScreen(expert, 'Asha Verma')
  for (const caller of [student, expert]) expect((await readSent(caller)).senderCount).toBe(2)
  await student.page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(expert.page.getByText('Asha Verma is sharing their screen')).toHaveCount(0)
  await student.page.reload()
  await expectConnected(student)
  await expectScreen(student, 'Ravi Nair')
  await press(expert, 'Stop sharing')
  await expect(student.page.getByLabel('Voice of Ravi Nair')).toHaveCSS('opacity', '0')
  await hangUp(expert)
})

test('on a weak connection the picture is paused automatically, both sides see the reason, and it returns on a better line', async ({
  browser,
}) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 1_000)]
  await fixture.ring(student, expert, 'video')
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  const line = await reportSlowRoundTrips(student)
  const ownNotice = student.page.getByText(
    'Your picture is paused because the connection from you to Ravi Nair is weak.',
  )
  const otherNotice = expert.page.getByText(
    'The picture of Asha Verma is paused because the connection from them to you is weak.',
  )
  await expect(ownNotice.first()).toBeVisible(within)
  await expect(otherNotice.first()).toBeVisible(within)
  for (const { page } of [student, expert]) await expectNoViolations(page, '[role=dialog]')
  await expect(expert.page.getByLabel('Picture of Asha Verma')).toHaveCount(0)
  // The other direction carries its picture, and both are heard.
  await expectPictureAndSound(student)
  await expect.poll(async () => isSoundOnly(expert), within).toBe(true)

  await line.recover()
  // The page may already have started an attempt automatically. Then the button has no effect or is gone.
  await expert.page.evaluate(() => {
    const buttons = [...document.querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent.includes('Try again'))?.click()
  })
  await expect(expert.page.getByLabel('Picture of Asha Verma')).toHaveCSS('opacity', '1', within)
  await expect(ownNotice).toHaveCount(0)
  await expect(otherNotice).toHaveCount(0)
  await expectPictureAndSound(student, expert)
  await hangUp(student)
})

test('the data saver of one side limits what both send, and stays after a reload', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 1_000)]
  await fixture.ring(student, expert, 'video')
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  await choose(student, 'Data use')
  const dialog = student.page.getByRole('dialog', { name: 'Data use' })
  await expect(dialog.getByText(/^about .*[kM]B$/)).toBeVisible(within)
  await expectNoViolations(student.page, '[role=dialog]')
  await dialog.getByRole('switch', { name: 'Data saver' }).click()
  // The voice keeps the bitrate that its error correction needs.
  const saving = { audio: 28_000, video: 60_000 }
  for (const caller of [student, expert]) await expect.poll(() => readLimits(caller), within).toEqual(saving)
  await student.page.reload()
  await expectConnected(student)
  await expectPictureAndSound(student, expert)
  for (const caller of [student, expert]) await expect.poll(() => readLimits(caller), within).toEqual(saving)
  await choose(student, 'Data use')
  await dialog.getByRole('switch', { name: 'Data saver' }).click()
  await expect.poll(async () => (await readLimits(expert)).video, within).toBeGreaterThan(60_000)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await hangUp(student)
})

test('both sides switch to audio and keep it until the student turns video back on', async ({ browser }) => {
  const [expert, student] = [await fixture.addExpert(browser), await fixture.addStudent(browser, 1_000)]
  const id = await fixture.ring(student, expert, 'video')
  await accept(expert)
  await expectConnected(student, expert)
  await expectPictureAndSound(student, expert)
  await choose(student, 'Continue with audio only')
  const reason = expert.page.getByText('Asha Verma turned video off for both of you.')
  await expect(reason).toBeVisible()
  await expectSoundOnly(student, expert)
  await expert.page.reload()
  await expectConnected(expert)
  await expect(reason).toBeVisible()
  await student.page.reload()
  await expectConnected(student)
  await expect(reason).toBeVisible()
  await expectSoundOnly(student, expert)
  await student.page.getByRole('button', { name: 'Turn video back on' }).last().click()
  await expectPictureAndSound(student, expert)
  await expect(reason).toHaveCount(0)
  expect((await fixture.readSession(id)).call_type).toBe('video')
  await hangUp(student)
})

async function press({ page }: Pick<Caller, 'page'>, name: string): Promise<void> {
  await page.getByRole('group', { name: 'Call controls' }).getByRole('button', { name }).click()
}

/** Chooses an item under More. */
async function choose(caller: Pick<Caller, 'page'>, name: string): Promise<void> {
  await press(caller, 'More')
  await caller.page.getByRole('menuitem', { name }).click()
}

/** Covers the page with a colour that no camera and no page of the product shows. */
async function paint({ page }: Caller): Promise<void> {
  await page.evaluate(() => {
    const sheet = document.createElement('div')
    sheet.style.cssText = 'position:fixed;inset:0;z-index:9999;background:#f0f;opacity:.9;pointer-events:none'
    document.documentElement.append(sheet)
  })
}

/** Expects the painted page of the other side to arrive and be shown. */
async function expectScreen({ page }: Caller, name: string): Promise<void> {
  await expect(page.getByText(`${name} is sharing their screen`)).toBeVisible(within)
  const picture = page.getByLabel(`Screen of ${name}`)
  await expect(picture).toHaveCSS('opacity', '1')
  await expect(picture).toHaveCSS('object-fit', 'contain')
  const isPainted = async () => {
    const [red = 0, green = 0, blue = 0] = await readCentreColour(picture)
    return red > 180 && green < 90 && blue > 180
  }
  await expect.poll(isPainted, within).toBe(true)
}

/** The chosen fake camera shows a darker green than the default one. */
async function expectChosenCamera({ page }: Caller): Promise<void> {
  const isDark = async () => {
    const [, green = 0] = await readCentreColour(page.getByLabel('Picture of Ravi Nair'))
    return green > 90 && green < 170
  }
  await expect.poll(isDark, within).toBe(true)
}

/** Returns the colour at the centre of the video. */
async function readCentreColour(picture: Locator): Promise<number[]> {
  return picture.evaluate((video: HTMLVideoElement) => {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [video.videoWidth, video.videoHeight]
    const context = canvas.getContext('2d')
    if (!context || canvas.width === 0) return []
    context.drawImage(video, 0, 0)
    return [...context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data]
  })
}

/** Reads which tracks this page sends over its current connection. */
async function readSent({ page }: Caller) {
  return page.evaluate(() => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const senders = connections.at(-1)?.getSenders() ?? []
    const track = (kind: string) => senders.find((sender) => sender.track?.kind === kind)?.track
    const [audio, video] = [track('audio'), track('video')]
    return {
      audio: audio?.label,
      video: video?.label,
      enabled: { audio: audio?.enabled, video: video?.enabled },
      senderCount: senders.length,
    }
  })
}

async function readSpeaker({ page }: Caller): Promise<string | undefined> {
  return page.evaluate(async () => {
    const { sinkId } = document.querySelector('audio') ?? {}
    const devices = await navigator.mediaDevices.enumerateDevices()
    return devices.find(({ kind, deviceId }) => kind === 'audiooutput' && deviceId === sinkId)?.label
  })
}

/** Ends the track, as when a device is unplugged or the browser’s own button stops sharing. */
async function unplug({ page }: Caller, wanted: 'audio' | 'video'): Promise<void> {
  await page.evaluate((kind) => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const sender = connections
      .at(-1)
      ?.getSenders()
      .find(({ track }) => track?.kind === kind)
    sender?.track?.stop()
    sender?.track?.dispatchEvent(new Event('ended'))
  }, wanted)
}

/** Makes the connection report a round trip of almost one second, until it recovers. */
async function reportSlowRoundTrips({ page }: Caller): Promise<{ recover(): Promise<void> }> {
  const line = await page.evaluateHandle(() => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const connection = connections.at(-1)
    const line = { isSlow: true }
    const getStats = connection?.getStats.bind(connection)
    if (!connection || !getStats) return line
    connection.getStats = async () => {
      if (!line.isSlow) return getStats()
      const entries = [...(await getStats())] as [string, RTCStats][]
      const slow = entries.map(([id, entry]) => [
        id,
        entry.type === 'candidate-pair' ? { ...entry, currentRoundTripTime: 0.9 } : entry,
      ])
      return new Map(slow as never) as never
    }
    return line
  })
  return {
    recover: () =>
      line.evaluate((slowLine) => {
        slowLine.isSlow = false
      }),
  }
}

/** The bitrates that this page may send. */
async function readLimits({ page }: Caller): Promise<Record<string, number | undefined>> {
  return page.evaluate(() => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const senders = connections.at(-1)?.getSenders() ?? []
    return Object.fromEntries(
      senders.map((sender) => [sender.track?.kind ?? '', sender.getParameters().encodings[0]?.maxBitrate]),
    )
  })
}

/** Expects audio bytes to grow and video bytes to stay the same, in both directions. */
async function expectSoundOnly(...callers: Caller[]): Promise<void> {
  await Promise.all(
    callers.map(async (caller) => {
      await expect.poll(async () => isSoundOnly(caller), within).toBe(true)
      expect((await readSent(caller)).video).toBeUndefined()
      // Received audio plays even though no video arrived.
      const readPlayedSeconds = () =>
        caller.page.locator('audio').evaluate((player: HTMLAudioElement) => player.currentTime)
      const before = await readPlayedSeconds()
      await expect.poll(readPlayedSeconds).toBeGreaterThan(before)
    }),
  )
}

/** Returns whether sound arrives without a picture. Each beep of the fake microphone has 300 to 400 bytes. */
async function isSoundOnly(caller: Caller): Promise<boolean> {
  const before = await readBytes(caller)
  await expect.poll(async () => (await readBytes(caller)).audio).toBeGreaterThan(before.audio + 1_000)
  const after = await readBytes(caller)
  return after.video === before.video
}

async function readBytes({ page }: Caller): Promise<{ audio: number; video: number }> {
  return page.evaluate(async () => {
    const { connections } = window as unknown as { connections: RTCPeerConnection[] }
    const bytes = { audio: 0, video: 0 }
    for (const entry of (await connections.at(-1)?.getStats())?.values() ?? [])
      if (entry.type === 'inbound-rtp') bytes[entry.kind as 'audio'] += entry.bytesReceived
    return bytes
  })
}
