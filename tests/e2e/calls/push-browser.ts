import type { BrowserContext, Worker } from '@playwright/test'
import { expect, type Page } from '#tests/e2e/test.ts'
import type { PushService } from '#tests/push-service.ts'

/** A notification on the device, as the service worker reports it. */
type ShownNotification = {
  title: string
  body: string
  tag: string
  actions: string[]
  stays: boolean
}

type BrowserNotification = Notification & { actions: { action: string }[]; requireInteraction: boolean }

/**
 * Subscribes the browser to a local push service, because the vendors’ services are unreachable here. The product
 * encrypts, signs and posts as usual. The local service decrypts each push, and DevTools delivers it.
 */
export async function enablePushNotifications(context: BrowserContext, service: PushService) {
  const { endpoint, keys, path } = service.browser()
  await context.addInitScript(fakeSubscription, { endpoint, keys })
  let deliveredCount = 0

  async function getWorker(): Promise<Worker> {
    const [running] = context.serviceWorkers()
    return running ?? context.waitForEvent('serviceworker')
  }

  return {
    path,
    /** Delivers the next push that the product sent. Any page of this browser will do. */
    async deliverNext(anyPage: Page): Promise<void> {
      await expect.poll(() => listOwnPushes().length, { timeout: 15_000 }).toBeGreaterThan(deliveredCount)
      const data = JSON.stringify(listOwnPushes()[deliveredCount]?.message)
      deliveredCount += 1
      const devtools = await context.newCDPSession(anyPage)
      // A push that arrives before activation is dropped.
      const active = Promise.withResolvers<{ registrationId: string; scriptURL: string }>()
      devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        for (const version of versions) if (version.status === 'activated') active.resolve(version)
      })
      await devtools.send('ServiceWorker.enable')
      const { registrationId, scriptURL } = await active.promise
      const { origin } = new URL(scriptURL)
      // Chromium loses a pending notification when it is queried too early, so wait for the event.
      const pushes = { service: 'pushMessaging' } as const
      await devtools.send('BackgroundService.clearEvents', pushes)
      await devtools.send('BackgroundService.startObserving', pushes)
      await devtools.send('BackgroundService.setRecording', { ...pushes, shouldRecord: true })
      const done = Promise.withResolvers<void>()
      devtools.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
        if (backgroundServiceEvent.eventName === 'Push event completed') done.resolve()
      })
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
      await done.promise
      await devtools.detach()
    },
    async notices(): Promise<ShownNotification[]> {
      return (await getWorker()).evaluate(async () => {
        const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
        const shown = (await registration.getNotifications()) as BrowserNotification[]
        return shown.map(({ title, body, tag, actions, requireInteraction }) => ({
          title,
          body,
          tag,
          actions: actions.map(({ action }) => action),
          stays: requireInteraction,
        }))
      })
    },
    /**
     * Presses an action of the notification, or the notification itself for ''. Headless Chromium has no clickable
     * notification, so this dispatches the event. That event may not open a page, so the URL is recorded and returned.
     */
    async press(action: string): Promise<string | null> {
      return (await getWorker()).evaluate(async (pressed) => {
        const scope = self as unknown as {
          registration: ServiceWorkerRegistration
          clients: { openWindow(url: string): Promise<null> }
          NotificationEvent: new (name: string, init: object) => Event
        } & EventTarget
        let opened: string | null = null
        scope.clients.openWindow = async (url) => {
          opened = url
          return null
        }
        const shown = (await scope.registration.getNotifications()) as BrowserNotification[]
        const hasButton = ({ actions }: BrowserNotification) => actions.some(({ action }) => action === pressed)
        const notification = shown.find(hasButton) ?? shown[0]
        const event = new scope.NotificationEvent('notificationclick', { notification, action: pressed })
        const pending: Promise<unknown>[] = []
        Object.assign(event, { waitUntil: (work: Promise<unknown>) => void pending.push(work) })
        scope.dispatchEvent(event)
        await Promise.all(pending)
        return opened
      }, action)
    },
  }

  function listOwnPushes() {
    return service.pushed.filter((push) => push.path === path)
  }
}

function fakeSubscription({ endpoint, keys }: { endpoint: string; keys: object }): void {
  const subscription = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true }
  const get = async () => subscription as unknown as PushSubscription
  Object.assign(PushManager.prototype, { subscribe: get, getSubscription: get })
}
