/** Something that somebody does at an instant. */
export type PastAction = { at: Date; run(): Promise<unknown> }
