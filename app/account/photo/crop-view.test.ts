import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeCrop, type CropView, pan, computePlacement, initialView, zoomTo } from '#app/account/photo/crop-view.ts'

const wide = { width: 400, height: 200 }

test('the initial view shows the middle of the picture', () => {
  expect(computeCrop(initialView, wide)).toEqual({ left: 0.25, top: 0, size: 1 })
  expect(computePlacement(initialView, wide)).toEqual({
    width: '200.000%',
    height: '100.000%',
    left: '-50.000%',
    top: '0.000%',
  })
})

test('panning stops at the edge of the picture', () => {
  const left = pan(initialView, wide, { right: -9, down: 0 })
  expect(computeCrop(left, wide)).toEqual({ left: 0, top: 0, size: 1 })
  const right = pan(left, wide, { right: 9, down: 9 })
  expect(computeCrop(right, wide)).toEqual({ left: 0.5, top: 0, size: 1 })
})

test('a zoomed picture can be panned on both axes, by fractions of the window', () => {
  const zoomed = zoomTo(initialView, wide, 2)
  expect(computeCrop(zoomed, wide)).toEqual({ left: 0.375, top: 0.25, size: 0.5 })
  expect(computeCrop(pan(zoomed, wide, { right: 0.5, down: -0.5 }), wide)).toEqual({ left: 0.5, top: 0, size: 0.5 })
})

test('the crop always stays inside the picture', () => {
  const move = fc.record({
    right: fc.double({ min: -3, max: 3, noNaN: true }),
    down: fc.double({ min: -3, max: 3, noNaN: true }),
  })
  const step = fc.oneof(move, fc.record({ zoom: fc.double({ min: -1, max: 12, noNaN: true }) }))
  const size = fc.record({
    width: fc.integer({ min: 1, max: 9_000 }),
    height: fc.integer({ min: 1, max: 9_000 }),
  })
  fc.assert(
    fc.property(size, fc.array(step, { maxLength: 12 }), (picture, steps) => {
      const view = steps.reduce(
        (view: CropView, step) => ('zoom' in step ? zoomTo(view, picture, step.zoom) : pan(view, picture, step)),
        initialView,
      )
      const { left, top, size } = computeCrop(view, picture)
      const side = size * Math.min(picture.width, picture.height)
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
      expect(left + side / picture.width).toBeLessThanOrEqual(1.00001)
      expect(top + side / picture.height).toBeLessThanOrEqual(1.00001)
    }),
  )
})
