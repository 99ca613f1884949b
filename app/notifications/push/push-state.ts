import { isPushEnabled, setPushEnabled } from '#app/notifications/push/push-enabled.ts'
import { renewSubscription, send } from '#app/notifications/push/renew-subscription.ts'
import { isAppleTouchDevice } from '#app/notifications/push/apple-touch-device.ts'
import { registerWorker } from '#app/notifications/push/start-worker.ts'

/** 'install first': the browser can, but only for what stands on the home screen. */
export type PushState = 'on' | 'off' | 'blocked' | 'install first' | 'impossible'

/** How it is with this browser and this person. */
export function readPushState(accountId: string): PushState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleTouchDevice() ? 'install first' : 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && isPushEnabled(accountId) ? 'on' : 'off'
}

/** Asks for permission first, while the click that asked for it is fresh. False: it did not work, and it is nobody's wish. */
export async function switchPushOn(accountId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return true
  try {
    const isOn = await renewSubscription(await registerWorker())
    if (isOn) setPushEnabled(accountId)
    return isOn
  } catch {
    return false
  }
}

/** The server is told, too: otherwise it would go on until the browser's push service says that nobody is there. */
export async function switchPushOff(): Promise<boolean> {
  try {
    const { pushManager } = await registerWorker()
    const subscription = await pushManager.getSubscription()
    if (subscription && !(await send('DELETE', { endpoint: subscription.endpoint }))) return false
    await subscription?.unsubscribe()
    setPushEnabled(null)
    return true
  } catch {
    return false
  }
}
