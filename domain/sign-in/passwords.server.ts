import { hash, verify } from '@node-rs/argon2'

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a random password, so that an unknown address costs the same time as a wrong password. */
const dummyHash = hash(crypto.randomUUID(), cost)

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await dummyHash), password)
  return isRight && passwordHash !== undefined
}
