import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'

export type Env = {
  Bindings: HttpBindings
  Variables: { requestId: string; nonce: string; clientAddress: string; account?: string }
}

/** Sets the variables of a request: an id for the logs, a nonce for its scripts, and the client address. */
export function setRequestVariables(trustedProxies: string[]): MiddlewareHandler<Env> {
  const readAddress = createAddressReader(trustedProxies)
  return async (c, next) => {
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.set('nonce', randomBytes(16).toString('base64'))
    c.set('clientAddress', readAddress(c.env.incoming))
    await next()
    c.res.headers.set('X-Request-Id', requestId)
  }
}

/**
 * Returns a function that reads the client's address. It reads X-Forwarded-For from the right, only as long as each hop
 * is a configured proxy: values that a client adds itself are never trusted.
 */
export function createAddressReader(trustedProxies: string[]) {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [ip = '', bits] = entry.split('/')
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(ip, family)
    else trusted.addSubnet(ip, Number(bits), family)
  }
  const isTrusted = (ip: string) => isIP(ip) !== 0 && trusted.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')

  return (request: Pick<IncomingMessage, 'socket' | 'headers'>): string => {
    let address = unmapIpv4(request.socket.remoteAddress ?? '')
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    const hops = forwarded
      .split(',')
      .map((hop) => unmapIpv4(hop.trim()))
      .toReversed()
    for (const hop of hops) {
      if (!isTrusted(address) || isIP(hop) === 0) break
      address = hop
    }
    return address
  }
}

function unmapIpv4(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
