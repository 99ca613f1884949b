// Types of the service worker scope. TypeScript cannot load the DOM and worker libraries together.

export type WorkerScope = {
  registration: ServiceWorkerRegistration & { navigationPreload: { enable(): Promise<void> } }
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
    claim(): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(name: Name, listener: (event: WorkerEvents[Name]) => void): void
}

export type WorkerEvents = {
  install: Extendable
  activate: Extendable
  fetch: Extendable & {
    request: Request
    preloadResponse: Promise<Response | undefined>
    respondWith(answer: Promise<Response>): void
  }
  push: Extendable & { data: { json(): unknown } | null }
  notificationclick: Extendable & { notification: Notification; action: string }
  pushsubscriptionchange: Extendable & { oldSubscription?: PushSubscription | null }
}

type Extendable = { waitUntil(work: Promise<unknown>): void }

export type WindowClient = {
  url: string
  postMessage(message: object, transfer?: MessagePort[]): void
  focus(): Promise<WindowClient>
}
