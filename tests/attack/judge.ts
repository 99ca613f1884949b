import type { Outcome } from '#tests/attack/attack.ts'
import { falsePositives } from '#tests/attack/false-positives.ts'

/**
 * The findings of an attack without the known false positives. An attack that did not run may hide a weakness, so it is
 * a finding, too, unless missing tools are allowed.
 */
export function judge(
  { findings, notRun }: Pick<Outcome, 'findings' | 'notRun'>,
  { mayMissTools }: { mayMissTools: boolean },
): { real: string[]; falseCount: number } {
  const real = findings.filter((text) => !falsePositives.some(({ finding }) => finding.test(text)))
  const falseCount = findings.length - real.length
  const isMissing = notRun !== undefined && !mayMissTools
  return { real: isMissing ? [...real, `it did not run: ${notRun}`] : real, falseCount }
}
