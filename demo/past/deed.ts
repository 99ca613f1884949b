/** Something that somebody does at an instant. */
export type Deed = { at: Date; act(): Promise<unknown> }
