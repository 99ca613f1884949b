import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useBoardControl } from '#app/call/controls/use-board-control.tsx'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function openControl() {
  const showBoard = vi.fn<(isOpen: boolean) => void>()
  const view = { meter: { phase: 'live' }, session: null, isBoardOpen: false } as unknown as CallView
  const { result, rerender } = renderHook(
    ({ isBoardOpen }) =>
      useBoardControl({
        call: { showBoard } as unknown as Call,
        view: { ...view, isBoardOpen },
        otherName: 'Ravi Nair',
        isSmall: false,
      }),
    { initialProps: { isBoardOpen: false } },
  )
  return { showBoard, press: () => result.current?.onSelect(), rerender }
}

test('pressing Board just after the other side has opened it keeps it open', () => {
  const { showBoard, press, rerender } = openControl()
  rerender({ isBoardOpen: true })
  vi.advanceTimersByTime(500)
  press()
  expect(showBoard).toHaveBeenLastCalledWith(true)
  vi.advanceTimersByTime(1_000)
  press()
  expect(showBoard).toHaveBeenLastCalledWith(false)
})

test('a second press closes the board that was opened here', () => {
  const { showBoard, press, rerender } = openControl()
  press()
  expect(showBoard).toHaveBeenLastCalledWith(true)
  rerender({ isBoardOpen: true })
  press()
  expect(showBoard).toHaveBeenLastCalledWith(false)
})
