import type { Clock } from '#kernel/time.ts'
import { tryRedis } from '#platform/bus/try-redis.ts'
import { greetMailServer } from '#platform/mail/greet-server.ts'
import { createRazorpay } from '#platform/payments/razorpay.ts'
import { type FindAddresses, isPublicAddress } from '#platform/push/public-address.ts'
import { listPushHosts, tryPushService } from '#platform/push/try-push-service.ts'
import { createClamd, type ScannerSettings } from '#platform/scanner/clamd.ts'
import { tryStorage } from '#platform/storage/try-storage.ts'
import { createTurn } from '#platform/turn/shared-secret.ts'
import { isDtls, StunError, tryRelay, tryStun } from '#platform/turn/try-relay.ts'
import { type Config, isLoopback } from '#server/config.server.ts'
import { type Check, describeError, type Finding, unless } from '#server/doctor/check.ts'

/** Whether people on other machines use this installation. */
export function isForOthers({ product }: Pick<Config, 'product'>): boolean {
  return !isLoopback(new URL(product.origin).hostname)
}

export function createFilesCheck({ storage }: Config): Check {
  const where = storage.kind === 's3' ? `bucket ${storage.bucket} at ${new URL(storage.endpoint).host}` : storage.folder
  return {
    name: 'Files',
    advice:
      storage.kind === 's3'
        ? 'Check the bucket and the rights of the access key (S3_…): it must put, get and delete objects.'
        : 'Check that the product may write to DATA_DIR/files.',
    atStart: true,
    async run(signal) {
      // Test servers on this machine often let everybody in.
      const triesStrangers = storage.kind === 's3' && !isLoopback(new URL(storage.endpoint).hostname)
      const { isPublic } = await tryStorage(storage, { signal, triesStrangers })
      const seen = `Stored, read and deleted a file in ${where}.`
      const advice = 'Make the bucket private: it holds documents of applicants and files of students.'
      return {
        seen: isPublic ? `${seen} Everybody may read its files.` : seen,
        ...unless(!isPublic, { state: 'failed', advice }),
      }
    },
  }
}

export function createMailCheck(config: Config): Check {
  const { smtpUrl } = config.mail
  return {
    name: 'Mail',
    advice: 'Check SMTP_URL: its host, port, user name and password.',
    atStart: true,
    async run(signal) {
      if (!smtpUrl) {
        const state = isForOthers(config) ? 'warning' : 'not_configured'
        return { state, seen: 'Mails are only written to files.', advice: 'Set SMTP_URL to a mail server.' }
      }
      const { isEncrypted, login } = await greetMailServer(smtpUrl, signal)
      const encryption = isEncrypted ? 'encrypted' : 'not encrypted'
      const seen = `${new URL(smtpUrl).host} answered, ${encryption}, login ${login}.`
      const advice = 'Ask for the port with a login, often 587, or remove the user name from SMTP_URL.'
      return { seen, ...unless(login !== 'not offered', { state: 'warning', advice }) }
    },
  }
}

/** One check for each URL of the relay, with credentials as browsers get them. */
export function createRelayChecks(config: Config, clock: Clock): Check[] {
  const { relay, stunUrls } = config.turn
  const stunChecks = stunUrls.map((url): Check => ({
    name: `STUN ${url}`,
    advice: 'Check STUN_URLS, and that the firewall of that server lets UDP in.',
    atStart: true,
    async run(signal) {
      const { address } = await tryStun(url, signal)
      return { state: 'ok', seen: `It sees this machine as ${address}.` }
    },
  }))
  if (!relay) return [withoutRelay(config), ...stunChecks]
  const relayChecks = relay.urls.map((url): Check => ({
    name: `Relay ${url}`,
    advice: 'Check TURN_URLS, that coturn is running, and that its firewall lets this port in (UDP and TCP).',
    atStart: true,
    run(signal) {
      const [server] = createTurn({ stunUrls: [], relay }, clock).iceFor('doctor').servers
      const credentials = { username: server?.username ?? '', credential: server?.credential ?? '' }
      return checkRelay(url, { credentials, signal, isForOthers: isForOthers(config) })
    },
  }))
  return [...relayChecks, ...stunChecks]
}

function withoutRelay(config: Config): Check {
  const state = isForOthers(config) ? 'warning' : 'not_configured'
  const seen = 'Calls work only on one machine or network.'
  const advice = 'Set TURN_URLS and TURN_SECRET to a coturn with deploy/coturn.conf.'
  return { name: 'Relay', advice, atStart: true, run: async () => ({ state, seen, advice }) }
}

async function checkRelay(
  url: string,
  options: { credentials: { username: string; credential: string }; signal: AbortSignal; isForOthers: boolean },
): Promise<Finding> {
  if (isDtls(url)) {
    return { state: 'not_configured', seen: 'Not tried: TLS over UDP.', advice: 'Try a call over it with a browser.' }
  }
  try {
    const { relayed, isOpen } = await tryRelay(url, options.credentials, options.signal)
    const seen = `Reserved ${relayed.address} port ${relayed.port}, and freed it.`
    if (isOpen) {
      const advice = 'Set use-auth-secret in the configuration of coturn.'
      return { state: 'failed', seen: `${seen} It asked for no password.`, advice }
    }
    const isReachable = !options.isForOthers || isPublicAddress(relayed.address)
    const advice = 'Set external-ip of coturn to its public address: browsers outside cannot reach this one.'
    return { seen, ...unless(isReachable, { state: 'warning', advice }) }
  } catch (error) {
    if (!(error instanceof StunError)) throw error
    const advice = relayAdvice[error.code] ?? 'Read the log of coturn.'
    return { state: 'failed', seen: `The relay ${error.message}.`, advice }
  }
}

const relayAdvice: Record<number, string> = {
  401: 'Set TURN_SECRET to the static-auth-secret of coturn, and check the clocks of both machines.',
  403: 'Check the denied addresses in the configuration of coturn.',
  486: 'Wait until old reservations of the doctor end, or raise user-quota of coturn.',
  508: 'Give coturn more ports (min-port and max-port).',
}

const testKeyPrefix = 'rzp_test_'
const askedMs = 60_000

export function createPaymentsCheck(config: Config, clock: Clock): Check {
  const { payments } = config
  return {
    name: 'Payments',
    advice: 'Check RAZORPAY_KEY_ID and RAZORPAY_KEY_SECRET in the dashboard of Razorpay.',
    atStart: true,
    async run(): Promise<Finding> {
      if (payments.kind === 'none') {
        return {
          state: 'not_configured',
          seen: 'Adding money is closed.',
          advice: 'Set PAYMENTS=razorpay and its keys.',
        }
      }
      if (payments.kind === 'demo') {
        const advice = 'Set PAYMENTS=razorpay before real people use it.'
        const seen = 'The demo provider: all money is invented.'
        return { seen, ...unless(!isForOthers(config), { state: 'warning', advice }) }
      }
      const now = clock.now()
      const paid = await createRazorpay(payments).listPaid({ from: new Date(now.getTime() - askedMs), to: now })
      const seen = `Razorpay accepted the key and listed ${paid.length} payments of the last minute.`
      if (!payments.keyId.startsWith(testKeyPrefix)) return { state: 'ok', seen }
      const advice = 'Use the live keys before real people use it.'
      return { seen: `${seen} It is a test key.`, ...unless(!isForOthers(config), { state: 'warning', advice }) }
    },
  }
}

/** Only opens connections, because sending needs the subscription of a browser. */
export function createPushCheck({ push }: Config, findAddresses?: FindAddresses): Check {
  return {
    name: 'Push services',
    advice: 'Let this machine open connections to port 443 on the internet.',
    atStart: false,
    async run(signal) {
      const hosts = listPushHosts(push.services)
      if (hosts.length === 0) return { state: 'not_configured', seen: 'PUSH_SERVICES names no host that can be tried.' }
      const tried = await Promise.all(
        hosts.map((host) =>
          tryPushService(host, signal, findAddresses).then(
            () => ({ host, problem: null }),
            (error: unknown) => ({ host, problem: describeError(error) }),
          ),
        ),
      )
      const broken = tried.flatMap(({ host, problem }) => (problem ? `${host} (${problem})` : []))
      const advice = 'Let this machine connect to port 443 of these hosts: calls do not ring by push without them.'
      const seen = broken.length > 0 ? `Not reached: ${broken.join(', ')}.` : `${hosts.join(', ')} answered.`
      return { seen, ...unless(broken.length === 0, { state: 'warning', advice }) }
    },
  }
}

export function createRedisCheck(url: string, timeoutMs: number): Check {
  return {
    name: 'Redis',
    advice: 'Check REDIS_URL, or unset it for a single node.',
    atStart: true,
    async run() {
      const { answerMs } = await tryRedis(url, timeoutMs)
      return { state: 'ok', seen: `${new URL(url).host} answered in ${answerMs.toFixed(1)} ms.` }
    },
  }
}

export function createScannerCheck(scanner: ScannerSettings, timeoutMs: number): Check {
  return {
    name: 'Virus scanner',
    advice: 'Check VIRUS_SCANNER and that clamd is running: without it, nobody can upload documents.',
    atStart: true,
    async run() {
      await createClamd(scanner, { timeoutMs }).isInfected(Buffer.from('a harmless text'))
      return { state: 'ok', seen: 'It checked a small text.' }
    },
  }
}
