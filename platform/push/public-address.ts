import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { BlockList, isIPv4, type LookupFunction } from 'node:net'
import { dnsTimeoutMs, pushChecksAtOnceMax } from '#kernel/limits.ts'

const internal = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
])
  addRange(internal, range, 'ipv4')
// Documentation ranges, and IPv6 ranges that contain IPv4 addresses.
for (const range of ['2001::/32', '2001:db8::/32', '2002::/16', '3fff::/20']) addRange(internal, range, 'ipv6')

const publicIpv6 = new BlockList()
addRange(publicIpv6, '2000::/3', 'ipv6')

/** Whether an address belongs to the public internet and cannot reach our internal services. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !internal.check(address, 'ipv4')
  return publicIpv6.check(address, 'ipv6') && !internal.check(address, 'ipv6')
}

export type FindAddresses = (name: string) => Promise<LookupAddress[]>

type Options = {
  /** Instead of the name servers of this machine. */
  servers?: string[]
  timeoutMs?: number
}

/**
 * Asks the name servers directly. The lookup of the operating system uses one of the few threads that also check
 * passwords, and a stranger may choose a name server that never answers.
 */
export function createFindAddresses({ servers, timeoutMs = dnsTimeoutMs }: Options = {}): FindAddresses {
  return async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs / 2, tries: 1 })
    if (servers) resolver.setServers(servers)
    // With several name servers, the timeout of the resolver applies to each of them.
    const timer = setTimeout(() => resolver.cancel(), timeoutMs)
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    clearTimeout(timer)
    if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason
    return [
      ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
      ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
    ]
  }
}

/**
 * Returns whether a name has an address that is not public. Returns false for a name that cannot be resolved now, or
 * while many others are being resolved: connecting checks the address again.
 */
export function createPrivateAddressCheck(find: FindAddresses): (name: string) => Promise<boolean> {
  let running = 0
  return async (name) => {
    if (running >= pushChecksAtOnceMax) return false
    running += 1
    const found = await find(name).catch(() => [])
    running -= 1
    return !found.every(({ address }) => isPublicAddress(address))
  }
}

/** The name has an address that is not public. */
export class PrivateAddress extends Error {}

/** Checks at the moment of connecting, so that DNS cannot change the address after a check. */
export function createPublicLookup(find: FindAddresses): LookupFunction {
  return (name, { all, family }, done) => {
    // The callback runs outside the promise, so that its error is not caught as one of the lookup.
    const answer = (...result: Parameters<typeof done>) => process.nextTick(done, ...result)
    find(name).then(
      (found) => {
        if (!found.every(({ address }) => isPublicAddress(address)))
          return answer(new PrivateAddress(`${name} resolves to an address that is not public`), '')
        const usable = found.filter((each) => !family || each.family === Number(String(family).slice(-1)))
        const [first] = usable
        if (!first) return answer(new Error(`${name} has no address`), '')
        return all ? answer(null, usable) : answer(null, first.address, first.family)
      },
      (error: Error) => answer(error, ''),
    )
  }
}

function addRange(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [net = '', bits] = range.split('/')
  list.addSubnet(net, Number(bits), family)
}
