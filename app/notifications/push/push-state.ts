import { isPushEnabled, setPushEnabled } from '#app/notifications/push/push-enabled.ts'
import { renewSubscription, sendSubscription } from '#app/notifications/push/renew-subscription.ts'
import { isAppleTouchDevice } from '#app/notifications/push/apple-touch-device.ts'
import { registerWorker } from '#app/notifications/push/start-worker.ts'

/** 'install first': the browser supports push only for apps on the home screen. */
export type PushState = 'on' | 'off' | 'blocked' | 'install first' | 'impossible'

export function readPushState(accountId: string): PushState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleTouchDevice() ? 'install first' : 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  return Notification.permission === 'granted' && isPushEnabled(accountId) ? 'on' : 'off'
}

/**
 * Requests permission first, because that needs a recent click. Returns false when the page must show a failure. A
 * denial is not a failure: the page shows the state 'blocked'.
 */
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

/**
 * Unsubscribes at the server first. Otherwise the server would send pushes until the push service reports the endpoint
 * as gone.
 */
export async function switchPushOff(): Promise<boolean> {
  try {
    const { pushManager } = await registerWorker()
    const subscription = await pushManager.getSubscription()
    if (subscription && !(await sendSubscription('DELETE', { endpoint: subscription.endpoint }))) return false
    await subscription?.unsubscribe()
    setPushEnabled(null)
    return true
  } catch {
    return false
  }
}
