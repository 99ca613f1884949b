/** The part of the network to which an address belongs. */
type AddressBlock = {
  /** One customer: an IPv4 address, or the /64 of an IPv6 address, in which a customer chooses addresses freely. */
  unit: string
  /** The network around it: the /24 of an IPv4 address, the /48 of an IPv6 address. */
  wide: string
  /** Whether many people may share the unit: carriers put thousands of phones behind one IPv4 address. */
  isShared: boolean
}

export function addressBlock(address: string): AddressBlock {
  const [text = ''] = address.toLowerCase().split('%')
  const ipv4 = /^(?:::ffff:)?((\d+\.\d+\.\d+)\.\d+)$/.exec(text)
  if (ipv4) return { unit: ipv4[1] ?? '', wide: `${ipv4[2]}.0/24`, isShared: true }
  if (!text.includes(':')) return { unit: text, wide: text, isShared: true }
  const groups = expandIpv6(text)
  return {
    unit: `${groups.slice(0, 4).join(':')}::/64`,
    wide: `${groups.slice(0, 3).join(':')}::/48`,
    isShared: false,
  }
}

/** The eight groups without leading zeros, so that all notations of an address give the same result. */
function expandIpv6(text: string): string[] {
  const [head = [], tail] = text.split('::').map((part) => part.split(':').filter((group) => group !== ''))
  const missing = tail ? Math.max(0, 8 - head.length - tail.length) : 0
  return [...head, ...Array<string>(missing).fill('0'), ...(tail ?? [])].map((group) => group.replace(/^0+(?=.)/, ''))
}
