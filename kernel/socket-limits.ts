/** Limits of the live socket. In a separate file, because public live pages load no other limits. */

export const socketHeartbeatMs = 30_000
export const socketMessageMaxBytes = 16 * 1024
/** The body of a signal between the browsers of a call; session descriptions of video calls are long. */
export const signalMaxBytes = 64 * 1024
/** A signal with its envelope. */
export const signalMessageMaxBytes = 2 * signalMaxBytes
export const socketTopicsMax = 200
/** A browser reports the time from Accept to the first picture unless it was longer. */
export const pictureTimeMaxMs = 60_000
/** The most open sockets on one node: for one account, and for visitors from one /64. */
export const accountSocketsMax = 40
export const visitorSocketsMax = 60
/** The same for visitors from one IPv4 address or /48, which a hostel or the phones of a carrier may share. */
export const sharedVisitorSocketsMax = 300
/** A browser that reads too slowly is disconnected at this backlog, and gets the whole state when it reconnects. */
export const socketBacklogMaxBytes = 1024 * 1024
export const socketReconnectDelaysMs = [1_000, 2_000, 5_000, 10_000] as const
/** A page reload takes less time than this. */
export const socketGraceMs = 5_000
/** Short delays, because there are few nodes, and calls between two nodes stall without the bus. */
export const busReconnectDelaysMs = [200, 500, 1_000] as const
