import { expect, test, vi } from 'vitest'
import { chooseEncoding, createSendLimits, type Limits } from '#app/call/engine/send-limits.ts'

const usual: Limits = { isPictureSent: true, level: 'high', isScreen: false, isSaving: false }
const voice = { kind: 'audio', id: 'voice', getSettings: () => ({}) }
const camera = { kind: 'video', id: 'camera', getSettings: () => ({ height: 720 }) }
const screen = { kind: 'video', id: 'screen', getSettings: () => ({ height: 1_080 }) }

test('a camera gets smaller and slower with the line', () => {
  expect(chooseEncoding(camera, usual)).toMatchObject({ maxBitrate: 1_000_000, scaleResolutionDownBy: 1 })
  expect(chooseEncoding(camera, { ...usual, level: 'lowest' })).toMatchObject({
    maxBitrate: 60_000,
    maxFramerate: 10,
    scaleResolutionDownBy: 4,
  })
  expect(chooseEncoding(camera, { ...usual, isPictureSent: false }).active).toBe(false)
})

test('a shared screen keeps its size, and changes less often on a bad line', () => {
  const slow = chooseEncoding(screen, { ...usual, isScreen: true, level: 'low' })
  expect(slow).toMatchObject({ maxFramerate: 3, scaleResolutionDownBy: 1 })
  expect(chooseEncoding(screen, { ...usual, isScreen: true, level: 'lowest' }).scaleResolutionDownBy).toBe(1.5)
  const laptop = { ...screen, getSettings: () => ({ height: 800 }) }
  expect(chooseEncoding(laptop, { ...usual, isScreen: true, level: 'lowest' }).scaleResolutionDownBy).toBe(1)
})

test('the data saver limits both kinds of pictures but not the voice, and never raises the limit of the line', () => {
  const saving = { ...usual, isSaving: true }
  expect(chooseEncoding(voice, usual).maxBitrate).toBe(28_000)
  expect(chooseEncoding(voice, saving).maxBitrate).toBe(28_000)
  expect(chooseEncoding(camera, saving).maxBitrate).toBe(60_000)
  expect(chooseEncoding(screen, { ...saving, isScreen: true }).maxBitrate).toBe(150_000)
  expect(chooseEncoding(screen, { ...saving, isScreen: true, level: 'lowest' }).maxBitrate).toBe(60_000)
})

function createSender(track: object | null) {
  const [vp8, vp9] = [{ mimeType: 'video/VP8' }, { mimeType: 'video/VP9' }]
  let parameters = { encodings: [{}] as Record<string, unknown>[], codecs: [vp8, vp9] }
  const setParameters = vi.fn<(wanted: typeof parameters) => Promise<void>>(async (wanted) => {
    parameters = structuredClone(wanted)
  })
  return {
    track,
    getParameters: () => structuredClone(parameters),
    setParameters,
    encoding: () => parameters.encodings[0],
  }
}

test('limits are applied once, and again after they have changed or failed', async () => {
  const limit = createSendLimits()
  const sender = createSender(camera)
  const apply = (limits: Limits) => limit([sender as never], limits)
  apply(usual)
  apply(usual)
  expect(sender.setParameters).toHaveBeenCalledOnce()
  apply({ ...usual, level: 'low' })
  expect(sender.encoding()).toMatchObject({ maxBitrate: 150_000 })
  sender.setParameters.mockRejectedValueOnce(new Error('being changed'))
  apply(usual)
  await expect
    .poll(() => {
      apply(usual)
      return sender.encoding()
    })
    .toMatchObject({ maxBitrate: 1_000_000 })
})

test('a screen uses a codec for text while it is shared', () => {
  const limit = createSendLimits()
  const sender = createSender(screen)
  limit([sender as never], { ...usual, isScreen: true })
  expect(sender.encoding()).toMatchObject({ codec: { mimeType: 'video/VP9' } })
  sender.track = camera
  limit([sender as never], usual)
  expect(sender.encoding()).not.toHaveProperty('codec')
})

test('a sender without a track or without encodings is left alone', () => {
  const limit = createSendLimits()
  const [empty, early] = [createSender(null), createSender(camera)]
  early.getParameters = () => ({ encodings: [], codecs: [] })
  limit([empty as never, early as never], usual)
  for (const { setParameters } of [empty, early]) expect(setParameters).not.toHaveBeenCalled()
})
