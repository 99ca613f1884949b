import { setTimeout as sleep } from 'node:timers/promises'

const dayMs = 86_400_000
const indiaAheadMs = 5.5 * 3_600_000
const neededMs = 120_000

/** Waits until today in India has two more minutes, for tests that compare records with "today". */
export async function avoidMidnight(): Promise<void> {
  const leftMs = dayMs - ((Date.now() + indiaAheadMs) % dayMs)
  if (leftMs < neededMs) await sleep(leftMs)
}
