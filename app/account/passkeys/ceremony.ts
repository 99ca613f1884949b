import { passkeyHost } from '#domain/sign-in/rules.ts'

/** Whether this browser supports passkeys and can read their options as JSON. */
function hasPasskeySupport(): boolean {
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** The reason why passkeys do not work on this page; null if they do. */
export function findPasskeyObstacle(origin: string): string | null {
  if (!passkeyHost(origin)) return 'Passkeys need a host name, and this server is reached by a network address.'
  if (location.origin !== origin) return `Passkeys work only at ${origin}. Please open that address and try again.`
  if (!hasPasskeySupport()) return 'This browser does not support passkeys. Please use another one.'
  return null
}

/** The response of the browser as JSON, or the reason why there is none. */
export type Outcome = { response: string } | { problem: string }

/** Lets the user create a passkey. */
export function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<Outcome> {
  return runCeremony(async () =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )
}

/** Lets the user choose a passkey of this site and prove that they own it. */
export function choosePasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<Outcome> {
  return runCeremony(async () =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )
}

async function runCeremony(ask: () => Promise<Credential | null>): Promise<Outcome> {
  try {
    const credential = await ask()
    return credential ? { response: JSON.stringify(credential) } : { problem: notUsed }
  } catch (error) {
    // Browsers report every other failure in the same way, to hide which passkeys exist.
    if (error instanceof DOMException && error.name === 'InvalidStateError') return { problem: exists }
    return { problem: notUsed }
  }
}

const notUsed = 'The passkey was not used. You can try again.'
const exists = 'This device already has a passkey of your account.'
