import { receiptPath } from '#app/notifications/push/paths.ts'
import { leaveAnswer, type WorkerWord } from '#app/notifications/push/worker-messages.ts'
import type { WindowClient, WorkerEvents, WorkerScope } from '#app/notifications/push/worker-scope.ts'
import type { PushMessage } from '#domain/notifications/contract.ts'

/** Browsers know more than TypeScript does. */
type NoticeOptions = NotificationOptions & {
  actions?: { action: string; title: string }[]
  renotify?: boolean
}

/** Shows what was pushed, always: a browser that lets us be silent is one that shows its own words instead. */
export async function receive(scope: WorkerScope, data: WorkerEvents['push']['data']): Promise<void> {
  const message = data?.json() as PushMessage
  await Promise.all([acknowledge(message), show(scope, message)])
  // A page that rings itself, and is in sight, takes it away again.
  if (message.call) await tell(scope, { type: 'rings', sessionId: message.call.sessionId })
}

async function acknowledge({ receipt }: PushMessage): Promise<void> {
  if (receipt)
    await post(receiptPath, JSON.stringify({ token: receipt }), 'application/json').catch(() => undefined)
}

function show(
  { registration }: WorkerScope,
  { title, body, tag, call, quiet, href }: PushMessage,
): Promise<void> {
  const options: NoticeOptions = {
    body,
    tag,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { href, sessionId: call?.sessionId } satisfies NoticeData,
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
const answersWithinMs = 500

type NoticeData = { href: string; sessionId: string | undefined }

/** Accept leads to a page, because only a page has a camera. Decline needs none. */
export async function answerClick(
  scope: WorkerScope,
  { notification, action }: WorkerEvents['notificationclick'],
): Promise<void> {
  const { href, sessionId } = notification.data as NoticeData
  notification.close()
  if (sessionId && action === 'decline') return decline(sessionId)
  const answers = sessionId !== undefined && action === 'accept'
  const page = await findListening(scope)
  if (page) {
    // The word comes first: it must arrive also where the browser does not let us bring the page to the front.
    say(page, answers ? { type: 'answer', sessionId } : { type: 'open', href })
    await page.focus().catch(() => undefined)
    return
  }
  if (answers) await leaveAnswer(sessionId)
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

async function tell(scope: WorkerScope, word: WorkerWord): Promise<void> {
  for (const page of await pages(scope)) say(page, word)
}

/** An open page may be asleep, or from before its person signed in: what is said there would be lost. */
async function findListening(scope: WorkerScope): Promise<WindowClient | undefined> {
  const open = await pages(scope)
  const listens = await Promise.all(open.map(isListening))
  return open.find((_page, at) => listens[at])
}

function isListening(page: WindowClient): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const { port1: here, port2: there } = new MessageChannel()
  here.addEventListener('message', () => resolve(true))
  here.start()
  setTimeout(() => resolve(false), answersWithinMs)
  say(page, { type: 'listening?' }, [there])
  return promise.finally(() => here.close())
}

function say(page: WindowClient, word: WorkerWord, transfer?: MessagePort[]): void {
  page.postMessage(word, transfer)
}

/** The one that was looked at last comes first. */
function pages({ clients }: WorkerScope): Promise<WindowClient[]> {
  return clients.matchAll({ type: 'window', includeUncontrolled: true })
}
