import { callMinutesChoices, callMinutesChosen } from '#kernel/limits.ts'
import { type Paise, paise } from '#kernel/money.ts'

/** An amount of money, chosen as minutes at a rate. */
export type MinutesToAdd = { minutes: number; amount: Paise }

const shownMax = 5

type Needed = { ratePaisePerMinute: Paise; missing: Paise; maxPaise: Paise }

/** Returns the longest choices within the wallet limit, shortest first. Each is enough to start a call. */
export function listMinutesToAdd({ ratePaisePerMinute, missing, maxPaise }: Needed): MinutesToAdd[] {
  return callMinutesChoices
    .map((minutes) => ({ minutes, amount: paise(minutes * ratePaisePerMinute) }))
    .filter(({ amount }) => amount >= missing && amount <= maxPaise)
    .slice(-shownMax)
}

/** Returns the minutes that are selected initially. */
export function usualMinutes(choices: MinutesToAdd[]): number | undefined {
  const usual = choices.findLast(({ minutes }) => minutes <= callMinutesChosen) ?? choices[0]
  return usual?.minutes
}
