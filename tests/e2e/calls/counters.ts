import { expect, type Page } from '#tests/e2e/test.ts'
import { readReceived } from '#tests/media-in-page.ts'

/** Expects each caller to receive audio from now on. */
export function expectSound(...callers: { page: Page }[]): Promise<void> {
  return expectArriving(callers, { frames: 0 })
}

/** Expects each caller to receive audio and decode video. */
export function expectPictureAndSound(...callers: { page: Page }[]): Promise<void> {
  return expectArriving(callers, { frames: 5 })
}

/** Polls all callers in parallel and often, because each second of video costs much CPU. */
async function expectArriving(callers: { page: Page }[], { frames }: { frames: number }): Promise<void> {
  const expectGrowth = async (caller: { page: Page }) => {
    const before = await readReceived(caller)
    const isArriving = async () => {
      const now = await readReceived(caller)
      return now.sound > before.sound && now.frames >= before.frames + frames
    }
    await expect.poll(isArriving, { timeout: 20_000, intervals: [250] }).toBe(true)
  }
  await Promise.all(callers.map(expectGrowth))
}
