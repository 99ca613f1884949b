import { once } from 'node:events'
import { connect } from 'node:tls'
import { createFindAddresses, createPublicLookup, type FindAddresses } from '#platform/push/public-address.ts'

/** The host that browsers name, for patterns that allow its subdomains. */
const knownHosts: Record<string, string> = {
  '*.push.services.mozilla.com': 'updates.push.services.mozilla.com',
  '*.push.apple.com': 'web.push.apple.com',
}

/** The hosts of a list of allowed push services that can be tried. Other patterns name no host. */
export function listPushHosts(services: string[]): string[] {
  return [...new Set(services.flatMap((name) => knownHosts[name] ?? (name.includes('*') ? [] : [name])))]
}

/** Opens an encrypted connection as for a notification, and sends nothing. */
export async function tryPushService(
  host: string,
  signal: AbortSignal,
  findAddresses: FindAddresses = createFindAddresses(),
): Promise<void> {
  const socket = connect({ host, port: 443, servername: host, lookup: createPublicLookup(findAddresses) })
  try {
    await once(socket, 'secureConnect', { signal })
  } finally {
    socket.on('error', () => undefined)
    socket.destroy()
  }
}
