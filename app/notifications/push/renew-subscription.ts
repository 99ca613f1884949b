import { subscriptionPath } from '#app/notifications/push/paths.ts'

/**
 * Subscribes this browser and registers it at the server, which deletes the subscription when the sign-in ends.
 * Returns false when the server refuses; only the owner of the old subscription may replace it.
 */
export async function renewSubscription(
  { pushManager }: ServiceWorkerRegistration,
  replaces?: string,
): Promise<boolean> {
  const response = await fetch(subscriptionPath)
  if (!response.ok) return false
  const { publicKey } = (await response.json()) as { publicKey: string }
  const subscription = await subscribe(pushManager, publicKey)
  return sendSubscription('PUT', { ...subscription.toJSON(), replaces })
}

async function subscribe(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error
    // The browser is subscribed with an outdated key.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  }
}

export async function sendSubscription(method: 'PUT' | 'DELETE', body: object): Promise<boolean> {
  const answer = await fetch(subscriptionPath, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.ok
}
