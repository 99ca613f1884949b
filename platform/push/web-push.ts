import { request as requestHttp } from 'node:http'
import { Agent, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { pushTimeoutMs } from '#kernel/limits.ts'
import type { Clock } from '#kernel/time.ts'
import { encryptPush } from '#platform/push/encrypt.ts'
import type { Push, PushDelivery } from '#platform/push/port.ts'
import {
  createFindAddresses,
  createPrivateAddressCheck,
  createPublicLookup,
  type FindAddresses,
} from '#platform/push/public-address.ts'
import { createSigner, type PushKeys } from '#platform/push/vapid.ts'

export type PushSettings = {
  /** The contact for push services: a mailto: or https: URL. */
  subject: string
  /** For tests and the embedded demo: also allows push services on this machine. */
  allowLocal: boolean
  /** Names of push services: exact, with `*.` for their subdomains, or `*` for every public host. */
  services: string[]
}

type Options = PushSettings & { keys: PushKeys; clock: Clock; timeoutMs?: number; findAddresses?: FindAddresses }

/**
 * Sends to the push services of browsers. The endpoints come from browsers, so they may name any server. Therefore it
 * connects only to listed services with public addresses, over https, follows no redirect, reads only the status, and
 * times out after a few seconds.
 */
export function createPush({
  keys,
  subject,
  allowLocal,
  services,
  clock,
  timeoutMs = pushTimeoutMs,
  findAddresses = createFindAddresses(),
}: Options): Push {
  const authorize = createSigner(keys, subject)
  const agent = new Agent({ keepAlive: true, maxSockets: 50, lookup: createPublicLookup(findAddresses) })
  const resolvesToPrivateAddress = createPrivateAddressCheck(findAddresses)

  function isAllowed(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false
    const url = new URL(endpoint)
    if (allowLocal && isLocal(url)) return true
    // A name may end with a dot, which marks it as fully qualified.
    const name = url.hostname.replace(/\.$/, '')
    const isName = isIP(name.replace(/^\[|\]$/g, '')) === 0 && name.includes('.') && !name.endsWith('.localhost')
    if (!services.some((service) => matchesService(name, service))) return false
    return url.protocol === 'https:' && isName && url.port === '' && !url.username && !url.password
  }

  return {
    publicKey: keys.publicKey,
    async canSendTo(endpoint) {
      if (!isAllowed(endpoint)) return false
      const url = new URL(endpoint)
      return (allowLocal && isLocal(url)) || !(await resolvesToPrivateAddress(url.hostname))
    },
    async send(subscription, payload, delivery) {
      if (!isAllowed(subscription.endpoint)) return 'gone'
      const url = new URL(subscription.endpoint)
      const headers = { ...toHeaders(delivery), Authorization: authorize(subscription.endpoint, clock.now()) }
      const body = encryptPush(subscription, payload)
      const status = await post(url, headers, body)
      if (status >= 200 && status < 300) return 'accepted'
      if (status === 404 || status === 410) return 'gone'
      throw new Error(`the push service ${url.hostname} answered ${status}`)
    },
  }

  function post(url: URL, headers: Record<string, string>, body: Buffer): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const options = { method: 'POST', headers, signal: AbortSignal.timeout(timeoutMs) }
    const sent =
      allowLocal && isLocal(url) && url.protocol === 'http:'
        ? requestHttp(url, options)
        : requestHttps(url, { ...options, agent })
    sent.on('response', (response) => {
      // The response body is ignored; the timeout limits its size.
      response.on('error', () => undefined).resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', (cause) => reject(new Error(`the push service ${url.hostname} did not answer`, { cause })))
    sent.end(body)
    return promise
  }
}

function toHeaders({ urgency, ttlSeconds, topic }: PushDelivery): Record<string, string> {
  return {
    'Content-Type': 'application/octet-stream',
    'Content-Encoding': 'aes128gcm',
    TTL: String(ttlSeconds),
    Urgency: urgency,
    ...(topic && { Topic: topic }),
  }
}

function matchesService(name: string, service: string): boolean {
  if (service === '*') return true
  return service.startsWith('*.') ? name.endsWith(service.slice(1)) : name === service
}

function isLocal({ hostname, protocol }: URL): boolean {
  return /^https?:$/.test(protocol) && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
