import type { CheckState, InstallationReport } from '#domain/team/contract.ts'
import { counted } from '#kernel/count-text.ts'

const stateNames: Record<CheckState, string> = {
  ok: 'ok',
  warning: 'warning',
  failed: 'FAILED',
  not_configured: 'not configured',
}

/** The report as a table for a terminal. What to do is below each row that needs something. */
export function writeReport({ checks }: Pick<InstallationReport, 'checks'>): string {
  const header = { name: 'What', state: 'State', seen: 'What was seen', advice: null }
  const rows = [header, ...checks.map((check) => ({ ...check, state: stateNames[check.state] }))]
  const nameWidth = Math.max(...rows.map(({ name }) => name.length)) + 2
  const stateWidth = Math.max(...rows.map(({ state }) => state.length)) + 2
  const lines = rows.map(({ name, state, seen, advice }) => {
    const line = name.padEnd(nameWidth) + state.padEnd(stateWidth) + seen
    return advice ? `${line}\n${' '.repeat(nameWidth + stateWidth)}-> ${advice}` : line
  })
  return [...lines, '', countProblems(checks)].join('\n')
}

function countProblems(checks: InstallationReport['checks']): string {
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length
  return `${counted(count('failed'), 'check', 'checks')} failed, ${counted(count('warning'), 'warning', 'warnings')}.`
}
