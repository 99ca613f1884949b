import type { Config } from '#server/config.server.ts'

/** Returns a function that removes every secret of the configuration from a text. */
export function createSecretHider(config: Config, ...moreUrls: string[]): (text: string) => string {
  const { storage, payments, turn, metrics, mail } = config
  const urls = [
    config.databaseUrl,
    config.databaseOwnerUrl,
    config.databaseDirectUrl,
    config.redisUrl,
    mail.smtpUrl,
    ...moreUrls,
  ]
  const secrets = [
    ...urls.flatMap((url) => (url ? passwordsIn(url) : [])),
    ...(config.dataKeys ?? []).map(({ bytes }) => bytes.toString('base64')),
    ...(storage.kind === 's3' ? [storage.secretAccessKey] : []),
    ...(payments.kind === 'razorpay' ? [payments.keySecret, payments.webhookSecret] : []),
    ...(turn.relay ? [turn.relay.secret] : []),
    ...(metrics && 'token' in metrics ? [metrics.token] : []),
  ]
  // The longest first, because one may be part of another.
  const known = [...new Set(secrets)].filter(Boolean).toSorted((a, b) => b.length - a.length)
  const patterns = known.map(toPattern)
  return (text) => patterns.reduce((hidden, pattern) => hidden.replaceAll(pattern, '…'), text)
}

/** A secret this short would be found inside ordinary words, so it counts only where it stands alone. */
const shortLength = 4

function toPattern(secret: string): RegExp {
  const literal = secret.replaceAll(/[^\p{L}\p{N}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
  return new RegExp(secret.length <= shortLength ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal, 'gu')
}

/** The password of a URL, as it is written and as it is sent. */
function passwordsIn(text: string): string[] {
  const { password, searchParams } = new URL(text)
  const written = [password, ...searchParams.getAll('password')]
  return [...written, ...written.map(decode)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
