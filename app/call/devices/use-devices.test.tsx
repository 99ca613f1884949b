import { renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useDevices } from '#app/call/devices/use-devices.ts'
import { fakeDevices } from '#tests/fake-devices.ts'

describe.for(['audio', 'video'] as const)('devices for a call with %s', (callType) => {
  test('close when the sign-in ends while the dialog is open', async () => {
    const devices = fakeDevices()
    const open = () => devices.tracks.filter(({ readyState }) => readyState === 'live')
    const { result, rerender } = renderHook(({ isWanted }) => useDevices(callType, { isWanted }), {
      initialProps: { isWanted: true },
    })
    await waitFor(() => expect(result.current.state.kind).toBe('ready'))
    expect(open()).not.toEqual([])
    rerender({ isWanted: false })
    expect(open()).toEqual([])
    expect(result.current.state.kind).toBe('idle')
    expect(result.current.takeMedia()).toBeNull()
  })
})

test('the microphone stays open when a video call becomes an audio call', async () => {
  const devices = fakeDevices()
  const { result, rerender } = renderHook(({ callType }) => useDevices(callType), {
    initialProps: { callType: 'video' as 'audio' | 'video' },
  })
  await waitFor(() => expect(result.current.state.kind).toBe('ready'))
  rerender({ callType: 'audio' })
  expect(devices.tracks.map(({ kind, readyState }) => [kind, readyState])).toEqual([
    ['audio', 'live'],
    ['video', 'ended'],
  ])
})
