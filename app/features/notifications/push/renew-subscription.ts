import { subscriptionPath } from '#app/features/notifications/push/paths.ts'

/** Subscribes this browser and tells the server, which forgets it again with the sign-in. False when the server said no. */
export async function renewSubscription(
  registration: ServiceWorkerRegistration,
  oldEndpoint?: string,
): Promise<boolean> {
  const keys = await fetch(subscriptionPath)
  if (!keys.ok) return false
  const { publicKey } = (await keys.json()) as { publicKey: string }
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  if (oldEndpoint && oldEndpoint !== subscription.endpoint) await send('DELETE', { endpoint: oldEndpoint })
  return send('PUT', subscription.toJSON())
}

export async function send(method: 'PUT' | 'DELETE', body: object): Promise<boolean> {
  const answer = await fetch(subscriptionPath, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.ok
}
