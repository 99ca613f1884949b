import type { Clock } from '#kernel/time.ts'
import { createTurn } from '#platform/turn/shared-secret.ts'
import { ensureTurnserver } from '#scripts/system-packages.mjs'
import type { Attack, Outcome } from '#tests/attack/attack.ts'
import { type Coturn, hasIpv6, startCoturn } from '#tests/coturn.ts'
import { connectTurn, type Credentials } from '#tests/turn-client.ts'

const hourMs = 3_600_000

/** Addresses inside our network, in every notation. */
const inside = {
  ipv4: ['127.0.0.1', '0.0.0.0', '10.0.0.1', '172.16.0.1', '192.168.0.1', '100.64.0.1', '169.254.169.254', '224.0.0.1'],
  ipv6: [
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd00::1',
    'fd00:ec2::254',
    'fec0::1',
    'ff02::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::10.0.0.1',
    '2002:7f00:1::1',
    '2001:0:7f00:1::1',
    '2001:db8::1',
  ],
} as const
const outside = { ipv4: '8.8.8.8', ipv6: '2606:4700:4700::1111' } as const

export const turnProbe: Attack = {
  name: 'turn',
  what: 'TURN relay to internal addresses',
  seconds: 60,
  async run() {
    ensureTurnserver()
    let coturn: Coturn
    try {
      coturn = await startCoturn()
    } catch (error) {
      return { requests: 0, findings: [], notRun: (error as Error).message.slice(0, 120) }
    }
    try {
      return await probe(coturn)
    } finally {
      await coturn.stop()
    }
  },
}

async function probe(coturn: Coturn): Promise<Outcome> {
  const findings: string[] = []
  let requests = 0
  for (const family of hasIpv6 ? (['ipv4', 'ipv6'] as const) : (['ipv4'] as const)) {
    const client = await connectTurn(coturn.port, createCredentials(coturn, {}))
    const granted = await client.allocate(family)
    // If these two fail, the refusals below prove nothing.
    if (granted !== 'ok') findings.push(`valid credentials got ${granted} for ${family}`)
    if ((await client.permit(outside[family])) !== 'ok') findings.push(`no relay to ${outside[family]}`)
    for (const peer of inside[family]) {
      for (const ask of ['permit', 'bind'] as const) {
        const answer = await client[ask](peer)
        if (answer !== 403) findings.push(`${ask} ${peer}: ${answer}, not 403`)
      }
    }
    requests += 2 + inside[family].length * 2
    client.close()
  }
  for (const [name, credentials] of Object.entries(listBadCredentials(coturn))) {
    const client = await connectTurn(coturn.port, credentials)
    const answer = await client.allocate('ipv4')
    if (answer !== 401) findings.push(`${name} got ${answer}, not 401`)
    if ((await client.permit(outside.ipv4)) === 'ok') findings.push(`${name} may relay`)
    requests += 2
    client.close()
  }
  return { requests, findings, note: hasIpv6 ? '' : 'no IPv6 on this machine' }
}

function listBadCredentials(coturn: Coturn): Record<string, Credentials> {
  const own = createCredentials(coturn, {})
  return {
    'no credentials': {},
    'expired credentials': createCredentials(coturn, { agoMs: 6.1 * hourMs }),
    'a password of another account': {
      ...own,
      username: createCredentials(coturn, { account: 'ravi' }).username ?? '',
    },
    'a forged expiry': { ...own, username: '9999999999:asha' },
    'another secret': createCredentials({ ...coturn, secret: 'a guess of sixteen' }, {}),
    'an empty password': { ...own, credential: '' },
  }
}

function createCredentials({ secret, url }: Coturn, { account = 'asha', agoMs = 0 }): Credentials {
  const clock: Clock = { now: () => new Date(Date.now() - agoMs) }
  const [server] = createTurn({ stunUrls: [], relay: { urls: [url], secret, only: true } }, clock).iceFor(
    account,
  ).servers
  return server as Credentials
}
