/** The numbers of the live socket. A file of their own, because pages that wait for a person load no other numbers. */

export const socketHeartbeatMs = 30_000
export const socketMessageMaxBytes = 16 * 1024
/** What one browser of a call says to the other; descriptions of video calls are long. */
export const signalMaxBytes = 64 * 1024
/** A signal with what stands around it. */
export const signalMessageMaxBytes = 2 * signalMaxBytes
export const socketTopicsMax = 200
/** A browser that reads slower than the server writes is cut off here and starts anew with the whole state. */
export const socketBacklogMaxBytes = 1024 * 1024
export const socketReconnectDelaysMs = [1_000, 2_000, 5_000, 10_000] as const
/** A page that reloads is back before this is over. */
export const socketGraceMs = 5_000
/** There are few nodes, and calls between two of them stand still meanwhile. */
export const busReconnectDelaysMs = [200, 500, 1_000] as const
