import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords, RFC 6238: SHA-1, six digits, 30 seconds, as supported by all authenticators. */
const stepSeconds = 30
const digits = 6
/** Accepts one step before and after, for clocks that are slightly wrong. */
const toleranceSteps = 1

export function newSecret(): Buffer {
  return randomBytes(20)
}

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Returns the step of the code, if it is valid now and later than the last one used. */
export function findMatchingStep(secret: Buffer, code: string, now: Date, lastUsedStep: number): number | null {
  const current = Math.floor(now.getTime() / 1000 / stepSeconds)
  for (let step = current - toleranceSteps; step <= current + toleranceSteps; step += 1) {
    const expectedBytes = Buffer.from(codeAt(secret, step))
    const codeBytes = Buffer.from(code.replaceAll(/\s/g, ''))
    if (step > lastUsedStep && codeBytes.length === expectedBytes.length && timingSafeEqual(codeBytes, expectedBytes))
      return step
  }
  return null
}

export function encodeBase32(bytes: Buffer): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((chunk) => alphabet[Number.parseInt(chunk.padEnd(5, '0'), 2)]).join('')
}
