/** Looks for known malware in a file. Throws when it cannot tell. */
export type Scanner = { isInfected(bytes: Uint8Array): Promise<boolean> }
