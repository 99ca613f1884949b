import { lookup } from 'node:dns'
import { lookup as lookupAsync } from 'node:dns/promises'
import { BlockList, isIPv4, type LookupFunction } from 'node:net'

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

export type FindAddresses = (name: string) => Promise<{ address: string }[]>

export const findAddresses: FindAddresses = (name) => lookupAsync(name, { all: true })

/** Whether a name has an address that is not public. A name that cannot be resolved now is checked when connecting. */
export async function resolvesInward(name: string, find: FindAddresses): Promise<boolean> {
  const found = await find(name).catch(() => [])
  return !found.every(({ address }) => isPublicAddress(address))
}

/** Checks at the moment of connecting, so that DNS cannot change the address after a check. */
export const lookupPublic: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error || !first) return done(error ?? new Error('no address'), '')
    if (!found.every(({ address }) => isPublicAddress(address)))
      return done(new Error(`${name} resolves to an address that is not public`), '')
    return options.all ? done(null, found) : done(null, first.address, first.family)
  })
}

function addRange(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [net = '', bits] = range.split('/')
  list.addSubnet(net, Number(bits), family)
}
