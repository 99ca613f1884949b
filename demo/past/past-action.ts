/** An action of a demo user at a point in time. */
export type PastAction = { at: Date; run(): Promise<unknown> }
