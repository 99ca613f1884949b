import { useCallback, useEffect, useState } from 'react'
import { closeMedia, openAvailableMedia, readPermission } from '#app/call/devices/open-media.ts'
import { canPlaySound, unlockSound } from '#app/call/devices/sounds.ts'

/** 'later': the user has not decided yet. */
export type Readiness = { sound: ReadinessAnswer; notices: ReadinessAnswer; devices: ReadinessAnswer }
export type ReadinessAnswer = 'yes' | 'no' | 'later' | 'impossible'

/** Whether this tab can ring and answer, and an action that requests missing permissions. `ready` is null at first. */
export function useReadiness() {
  const [ready, setReady] = useState<Readiness | null>(null)
  const [busy, setBusy] = useState(false)
  const refresh = useCallback(async () => setReady(await readReadiness()), [])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // The first interaction unlocks sound. Permissions may change in the browser's settings, so focus reads them again.
    const onUse = () => void unlockSound().then(refresh)
    addEventListener('pointerdown', onUse, { signal })
    addEventListener('keydown', onUse, { signal })
    addEventListener('focus', () => void refresh(), { signal })
    void readReadiness().then(setReady)
    return () => listening.abort()
  }, [refresh])

  /** Opens camera and microphone for the check only and closes them immediately. */
  const prepare = async () => {
    setBusy(true)
    await unlockSound()
    if ('Notification' in window && Notification.permission === 'default') await Notification.requestPermission()
    const { media, deviceProblem } = await openAvailableMedia('video')
    closeMedia(media)
    const found = await readReadiness()
    // The devices have just been open, so they are allowed, even if the browser does not report it.
    setReady(deviceProblem ? found : { ...found, devices: 'yes' })
    setBusy(false)
  }
  return { ready, busy, prepare }
}

async function readReadiness(): Promise<Readiness> {
  // Browsers let a page play sound after user interaction.
  if (navigator.userActivation?.hasBeenActive) await unlockSound()
  const devices = await Promise.all([readPermission('microphone'), readPermission('camera')])
  return { sound: canPlaySound() ? 'yes' : 'later', notices: readNotices(), devices: combinePermissions(devices) }
}

function readNotices(): ReadinessAnswer {
  // Some phones support notifications for installed apps only.
  if (!('Notification' in window)) return 'impossible'
  return { granted: 'yes', denied: 'no', default: 'later' }[Notification.permission] as ReadinessAnswer
}

function combinePermissions(states: PermissionState[]): ReadinessAnswer {
  if (states.includes('denied')) return 'no'
  return states.includes('prompt') ? 'later' : 'yes'
}
