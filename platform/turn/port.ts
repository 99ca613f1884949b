/** The STUN and TURN servers for the two browsers of a call. */
export type Turn = { iceFor(accountId: string): Ice }

/** Same fields as `IceSettings` of the live protocol. */
type Ice = {
  servers: { urls: string[]; username?: string; credential?: string }[]
  /** All media goes through the relay, and neither side sees the other's address. */
  relayOnly: boolean
}
