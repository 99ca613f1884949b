import { receiptPath } from '#app/notifications/push/paths.ts'
import { storeAnswer, type WorkerMessage } from '#app/notifications/push/worker-messages.ts'
import type { WindowClient, WorkerEvents, WorkerScope } from '#app/notifications/push/worker-scope.ts'
import type { PushMessage } from '#domain/notifications/contract.ts'

/** Options that TypeScript's DOM types lack. */
type PushNotificationOptions = NotificationOptions & {
  actions?: { action: string; title: string }[]
  renotify?: boolean
}

/** Always shows a notification, because browsers show a generic one if a push shows none. */
export async function showPush(scope: WorkerScope, data: WorkerEvents['push']['data']): Promise<void> {
  const message = data?.json() as PushMessage
  await Promise.all([acknowledge(message), show(scope, message)])
  // A visible page that rings closes the notification again.
  if (message.call) await broadcast(scope, { type: 'rings', sessionId: message.call.sessionId })
}

async function acknowledge({ receipt }: PushMessage): Promise<void> {
  if (receipt) await post(receiptPath, JSON.stringify({ token: receipt }), 'application/json').catch(() => undefined)
}

function show({ registration }: WorkerScope, { title, body, tag, call, quiet, href }: PushMessage): Promise<void> {
  const options: PushNotificationOptions = {
    body,
    tag,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { href, sessionId: call?.sessionId } satisfies PushNotificationData,
    silent: quiet === true,
    renotify: quiet !== true,
    requireInteraction: call !== undefined,
    actions: call
      ? [
          { action: 'accept', title: 'Accept' },
          { action: 'decline', title: 'Decline' },
        ]
      : [],
  }
  return registration.showNotification(title, options)
}

/** Longer than a page needs to answer, and shorter than the browser's user activation lasts. */
const pageAnswerTimeoutMs = 500

type PushNotificationData = { href: string; sessionId: string | undefined }

/** Accept opens a page, because only pages have camera access. Decline needs no page. */
export async function handleNotificationClick(
  scope: WorkerScope,
  { notification, action }: WorkerEvents['notificationclick'],
): Promise<void> {
  const { href, sessionId } = notification.data as PushNotificationData
  notification.close()
  if (sessionId && action === 'decline') return decline(sessionId)
  const isAccepting = sessionId !== undefined && action === 'accept'
  const page = await findListeningPage(scope)
  if (page) {
    // Post the message first: it must arrive even if the browser refuses to focus the page.
    postTo(page, isAccepting ? { type: 'answer', sessionId } : { type: 'open', href })
    await page.focus().catch(() => undefined)
    return
  }
  if (isAccepting) await storeAnswer(sessionId)
  await scope.clients.openWindow(isAccepting ? `${href}#answer` : href)
}

/** Sends the same request as the ring dialog. Errors are ignored: an unanswered ring ends on its own. */
async function decline(sessionId: string): Promise<void> {
  const form = new URLSearchParams({ act: 'decline' })
  await post(`/sessions/${sessionId}/step`, form, 'application/x-www-form-urlencoded').catch(() => undefined)
}

async function post(path: string, body: string | URLSearchParams, type: string): Promise<void> {
  await fetch(path, { method: 'POST', headers: { 'Content-Type': type }, body })
}

async function broadcast(scope: WorkerScope, message: WorkerMessage): Promise<void> {
  for (const page of await listPages(scope)) postTo(page, message)
}

/** Finds a page that responds: a suspended page, or one loaded before sign-in, would lose the message. */
async function findListeningPage(scope: WorkerScope): Promise<WindowClient | undefined> {
  const open = await listPages(scope)
  const areListening = await Promise.all(open.map(isListening))
  return open.find((_page, index) => areListening[index])
}

function isListening(page: WindowClient): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { port1: ownPort, port2: pagePort } = new MessageChannel()
  ownPort.addEventListener('message', () => resolve(true))
  ownPort.start()
  setTimeout(() => resolve(false), pageAnswerTimeoutMs)
  postTo(page, { type: 'listening?' }, [pagePort])
  return promise.finally(() => ownPort.close())
}

function postTo(page: WindowClient, message: WorkerMessage, transfer?: MessagePort[]): void {
  page.postMessage(message, transfer)
}

/** Sorted by last focus, most recent first. */
function listPages({ clients }: WorkerScope): Promise<WindowClient[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true })
}
