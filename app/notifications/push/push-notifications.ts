import { receiptPath } from '#app/notifications/push/paths.ts'
import { storeAnswer, type WorkerMessage } from '#app/notifications/push/worker-messages.ts'
import type { WindowClient, WorkerEvents, WorkerScope } from '#app/notifications/push/worker-scope.ts'
import type { PushMessage } from '#domain/notifications/contract.ts'

/** Browsers know more than TypeScript does. */
type PushNotificationOptions = NotificationOptions & {
  actions?: { action: string; title: string }[]
  renotify?: boolean
}

/** Shows what was pushed, always: a browser that lets us be silent is one that shows its own words instead. */
export async function showPush(scope: WorkerScope, data: WorkerEvents['push']['data']): Promise<void> {
  const message = data?.json() as PushMessage
  await Promise.all([acknowledge(message), show(scope, message)])
  // A page that rings itself, and is in sight, takes it away again.
  if (message.call) await broadcast(scope, { type: 'rings', sessionId: message.call.sessionId })
}

async function acknowledge({ receipt }: PushMessage): Promise<void> {
  if (receipt)
    await post(receiptPath, JSON.stringify({ token: receipt }), 'application/json').catch(() => undefined)
}

function show(
  { registration }: WorkerScope,
  { title, body, tag, call, quiet, href }: PushMessage,
): Promise<void> {
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

/** Much longer than a page needs, and much shorter than a browser lets a press count. */
const pageAnswerTimeoutMs = 500

type PushNotificationData = { href: string; sessionId: string | undefined }

/** Accept leads to a page, because only a page has a camera. Decline needs none. */
export async function handleNotificationClick(
  scope: WorkerScope,
  { notification, action }: WorkerEvents['notificationclick'],
): Promise<void> {
  const { href, sessionId } = notification.data as PushNotificationData
  notification.close()
  if (sessionId && action === 'decline') return decline(sessionId)
  const answers = sessionId !== undefined && action === 'accept'
  const page = await findListeningPage(scope)
  if (page) {
    // The word comes first: it must arrive also where the browser does not let us bring the page to the front.
    postTo(page, answers ? { type: 'answer', sessionId } : { type: 'open', href })
    await page.focus().catch(() => undefined)
    return
  }
  if (answers) await storeAnswer(sessionId)
  await scope.clients.openWindow(answers ? `${href}#answer` : href)
}

/** What the ring's own dialog does. What cannot be declined any more is over. */
async function decline(sessionId: string): Promise<void> {
  const form = new URLSearchParams({ act: 'decline' })
  await post(`/sessions/${sessionId}/step`, form, 'application/x-www-form-urlencoded').catch(() => undefined)
}

async function post(path: string, body: string | URLSearchParams, type: string): Promise<void> {
  await fetch(path, { method: 'POST', headers: { 'Content-Type': type }, body })
}

async function broadcast(scope: WorkerScope, message: WorkerMessage): Promise<void> {
  for (const page of await pages(scope)) postTo(page, message)
}

/** An open page may be asleep, or from before its person signed in: what is said there would be lost. */
async function findListeningPage(scope: WorkerScope): Promise<WindowClient | undefined> {
  const open = await pages(scope)
  const listens = await Promise.all(open.map(isListening))
  return open.find((_page, at) => listens[at])
}

function isListening(page: WindowClient): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { port1: here, port2: there } = new MessageChannel()
  here.addEventListener('message', () => resolve(true))
  here.start()
  setTimeout(() => resolve(false), pageAnswerTimeoutMs)
  postTo(page, { type: 'listening?' }, [there])
  return promise.finally(() => here.close())
}

function postTo(page: WindowClient, message: WorkerMessage, transfer?: MessagePort[]): void {
  page.postMessage(message, transfer)
}

/** The one that was looked at last comes first. */
function pages({ clients }: WorkerScope): Promise<WindowClient[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true })
}
