import { useCallback, useEffect, useState } from 'react'
import { closeMedia, openAvailableMedia, readPermission } from '#app/call/devices/open-media.ts'
import { canPlaySound, unlockSound } from '#app/call/devices/sounds.ts'

/** 'later': nobody has said yes or no. */
export type Readiness = { sound: ReadinessAnswer; notices: ReadinessAnswer; devices: ReadinessAnswer }
export type ReadinessAnswer = 'yes' | 'no' | 'later' | 'impossible'

/** Whether this tab can ring and answer, and one click that does what it needs. Null until the browser has been asked. */
export function useReadiness() {
  const [ready, setReady] = useState<Readiness | null>(null)
  const [busy, setBusy] = useState(false)
  const refresh = useCallback(async () => setReady(await readReadiness()), [])
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // The first use of the page lets it sound; permissions change in settings, outside of the page.
    const onUse = () => void unlockSound().then(refresh)
    addEventListener('pointerdown', onUse, { signal })
    addEventListener('keydown', onUse, { signal })
    addEventListener('focus', () => void refresh(), { signal })
    void readReadiness().then(setReady)
    return () => listening.abort()
  }, [refresh])

  /** Camera and microphone are opened for the check only, and closed at once. */
  const prepare = async () => {
    setBusy(true)
    await unlockSound()
    if ('Notification' in window && Notification.permission === 'default')
      await Notification.requestPermission()
    const { media, deviceProblem } = await openAvailableMedia('video')
    closeMedia(media)
    const found = await readReadiness()
    // What was just open may be opened, also where the browser does not tell.
    setReady(deviceProblem ? found : { ...found, devices: 'yes' })
    setBusy(false)
  }
  return { ready, busy, prepare }
}

async function readReadiness(): Promise<Readiness> {
  // A page that somebody has used may sound.
  if (navigator.userActivation?.hasBeenActive) await unlockSound()
  const devices = await Promise.all([readPermission('microphone'), readPermission('camera')])
  return { sound: canPlaySound() ? 'yes' : 'later', notices: readNotices(), devices: combinedAnswer(devices) }
}

function readNotices(): ReadinessAnswer {
  // Telephones of some makers have notifications for installed applications only.
  if (!('Notification' in window)) return 'impossible'
  return { granted: 'yes', denied: 'no', default: 'later' }[Notification.permission] as ReadinessAnswer
}

function combinedAnswer(states: PermissionState[]): ReadinessAnswer {
  if (states.includes('denied')) return 'no'
  return states.includes('prompt') ? 'later' : 'yes'
}
