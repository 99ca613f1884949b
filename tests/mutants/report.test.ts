import { expect, test } from 'vitest'
import type { Outcome } from '#tests/mutants/outcome.ts'
import { formatLine, listProblems, formatSummary, type Tried } from '#tests/mutants/report.ts'

const source = { file: 'domain/sessions/rules.ts' }
const change = { bug: 'a minute is free', from: 'a < b', to: 'a <= b', tests: [] }

function createTried(id: string, outcome: Outcome): Tried {
  return { mutant: { ...change, id, room: 'meter', source }, outcome }
}

const killed = createTried('meter-1', { kind: 'killed', by: 'rules.test.ts: Asha pays' })
const survived = createTried('meter-2', { kind: 'survived' })
const broken = createTried('meter-3', { kind: 'error', why: 'no test ran' })
const notRun = createTried('meter-4', { kind: 'not run' })

test('a line shows the bug and the test that failed', () => {
  expect(formatLine(killed, '1.2')).toBe(
    'KILLED   meter-1       1.2 s  domain/sessions/rules.ts: a minute is free ← rules.test.ts: Asha pays',
  )
  expect(formatLine(survived, '1.2')).toContain('changed  a < b\n  into     a <= b')
})

test('the run succeeds only when every mutant was killed, and enough of them ran', () => {
  expect(listProblems([killed], { fewest: 1 })).toEqual([])
  expect(listProblems([killed], { fewest: 60 })).toEqual(['only 1 mutants ran, at least 60 must'])
  expect(listProblems([killed, survived, broken, notRun], { fewest: 4 })).toEqual([
    'survived: meter-2, a minute is free',
    'error: meter-3, a minute is free',
    'not run: meter-4, a minute is free',
    'only 3 mutants ran, at least 4 must',
  ])
})

test('the summary counts the mutants of each room', () => {
  expect(formatSummary([killed, killed, survived]).split('\n')).toEqual([
    'room   killed  survived  error  not run',
    'meter       2         1      0        0',
    '',
    '2 of 3 mutants killed',
  ])
})
