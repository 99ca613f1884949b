import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'

export type Env = {
  Bindings: HttpBindings
  Variables: { requestId: string; nonce: string; clientAddress: string }
}

/** Sets the variables of a request: an id for the logs, a nonce for its scripts, and the client address. */
export function requestVariables(trustedProxies: string[]): MiddlewareHandler<Env> {
  const addressOf = clientAddress(trustedProxies)
  return async (c, next) => {
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.set('nonce', randomBytes(16).toString('base64'))
    c.set('clientAddress', addressOf(c.env.incoming))
    await next()
    c.res.headers.set('X-Request-Id', requestId)
  }
}

/**
 * The client's address. Reads X-Forwarded-For from the right, only as long as each hop is a configured proxy: values
 * that a client adds itself are never trusted.
 */
export function clientAddress(trustedProxies: string[]) {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [ip = '', bits] = entry.split('/')
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(ip, family)
    else trusted.addSubnet(ip, Number(bits), family)
  }
  const isTrusted = (ip: string) => isIP(ip) !== 0 && trusted.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')

  return (request: Pick<IncomingMessage, 'socket' | 'headers'>): string => {
    let address = plain(request.socket.remoteAddress ?? '')
    const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    const hops = forwarded
      .split(',')
      .map((hop) => plain(hop.trim()))
      .toReversed()
    for (const hop of hops) {
      if (!isTrusted(address) || isIP(hop) === 0) break
      address = hop
    }
    return address
  }
}

function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
