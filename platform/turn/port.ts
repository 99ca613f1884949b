/** How the two browsers of a call may find one another: servers that tell them their addresses, and relays between them. */
export type Turn = { iceFor(accountId: string): Ice }

/** As `IceSettings` of the live protocol. */
type Ice = {
  servers: { urls: string[]; username?: string; credential?: string }[]
  /** Nobody's address is told to the other: everything goes through the relay. */
  relayOnly: boolean
}
