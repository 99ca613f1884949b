import { expect, test, vi } from 'vitest'
import { registerWorker } from '#app/notifications/push/start-worker.ts'

type Registration = { active: object | null; installing: (EventTarget & { state: string }) | null }

/** Fakes a browser with this registration; `setState` changes the state of the installing worker. */
function fakeBrowser(registration: Registration) {
  const setState = (state: string) => {
    const worker = registration.installing
    if (!worker) return
    Object.assign(registration, { installing: null, active: state === 'redundant' ? null : worker })
    worker.state = state
    worker.dispatchEvent(new Event('statechange'))
  }
  const serviceWorker = { register: async () => ({ waiting: null, ...registration }) }
  vi.stubGlobal('navigator', { serviceWorker })
  return { setState }
}

const newWorker = () => Object.assign(new EventTarget(), { state: 'installing' })

test('registerWorker resolves immediately for an active worker, and on activation for a new one', async () => {
  fakeBrowser({ active: {}, installing: null })
  await expect(registerWorker()).resolves.toBeDefined()
  const { setState } = fakeBrowser({ active: null, installing: newWorker() })
  const registered = registerWorker()
  await Promise.resolve()
  await Promise.resolve()
  setState('activating')
  await expect(registered).resolves.toBeDefined()
})

test('registerWorker rejects when the worker cannot be installed or registered', async () => {
  const { setState } = fakeBrowser({ active: null, installing: newWorker() })
  const registered = registerWorker()
  await Promise.resolve()
  await Promise.resolve()
  setState('redundant')
  await expect(registered).rejects.toThrow('could not be installed')

  vi.stubGlobal('navigator', {
    serviceWorker: { register: () => Promise.reject(new TypeError('no network')) },
  })
  await expect(registerWorker()).rejects.toThrow('no network')
})
