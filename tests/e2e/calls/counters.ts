import { expect, type Page } from '#tests/e2e/test.ts'
import { received } from '#tests/media-in-page.ts'

/** Voices are heard, from now on, at each of them. */
export function expectSound(...callers: { page: Page }[]): Promise<void> {
  return expectArriving(callers, { frames: 0 })
}

/** And pictures are decoded. */
export function expectPictureAndSound(...callers: { page: Page }[]): Promise<void> {
  return expectArriving(callers, { frames: 5 })
}

/** Whole seconds of pictures cost the machine much, so all are looked at together, and often. */
async function expectArriving(callers: { page: Page }[], { frames }: { frames: number }): Promise<void> {
  const arrives = async (caller: { page: Page }) => {
    const before = await received(caller)
    const isArriving = async () => {
      const now = await received(caller)
      return now.sound > before.sound && now.frames >= before.frames + frames
    }
    await expect.poll(isArriving, { timeout: 20_000, intervals: [250] }).toBe(true)
  }
  await Promise.all(callers.map(arrives))
}
