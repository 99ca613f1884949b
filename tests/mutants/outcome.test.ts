import { expect, test } from 'vitest'
import { readOutcome, type Report } from '#tests/mutants/outcome.ts'

const file = { name: '/samjhao/domain/rules.test.ts', status: 'passed', message: '' }
const passed = { status: 'passed', fullName: 'Asha pays for three minutes' }
const failed = { status: 'failed', fullName: 'Ravi earns his part' }
const skipped = { status: 'skipped', fullName: 'Meera decides' }

function outcome(testResults: Report['testResults'] | null, exitCode = 1) {
  return readOutcome({
    report: testResults && { testResults },
    exitCode,
    output: 'a crash',
    root: '/samjhao',
  })
}

test('a mutant is killed by the first test that fails', () => {
  const report = [{ ...file, status: 'failed', assertionResults: [passed, failed, skipped] }]
  expect(outcome(report)).toEqual({ kind: 'killed', by: 'domain/rules.test.ts: Ravi earns his part' })
})

test('a mutant survives when tests ran and all of them passed', () => {
  expect(outcome([{ ...file, assertionResults: [passed] }], 0)).toEqual({ kind: 'survived' })
})

test('a run that reports no failing test is an error, unless tests ran and the run succeeded', () => {
  expect(outcome(null)).toMatchObject({ kind: 'error', why: expect.stringContaining('a crash') })
  expect(outcome([{ ...file, assertionResults: [passed] }])).toMatchObject({ kind: 'error' })
  expect(outcome([{ ...file, assertionResults: [skipped] }], 0)).toEqual({
    kind: 'error',
    why: 'no test ran',
  })
})

test('a file that does not load is an error, even beside a failing test', () => {
  const unreadable = { ...file, status: 'failed', message: 'unexpected token', assertionResults: [] }
  const report = [{ ...file, status: 'failed', assertionResults: [failed] }, unreadable]
  expect(outcome(report)).toMatchObject({ kind: 'error', why: expect.stringContaining('unexpected token') })
})
