/** Looks for known malware in a file. Throws when it cannot decide. */
export type Scanner = { isInfected(bytes: Uint8Array): Promise<boolean> }
