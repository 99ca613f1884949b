import { expect, test } from 'vitest'
import { judge } from '#tests/attack/judge.ts'

const strict = { mayMissTools: false }

test('a part that did not run is a finding, unless missing tools are allowed', () => {
  const outcome = { findings: [], notRun: 'install sqlmap (Debian package)' }
  expect(judge(outcome, strict).real).toEqual(['it did not run: install sqlmap (Debian package)'])
  expect(judge(outcome, { mayMissTools: true }).real).toEqual([])
})

test('findings count even when missing tools are allowed', () => {
  const outcome = { findings: ['the product ended with 1'], notRun: 'no coturn' }
  expect(judge(outcome, { mayMissTools: true }).real).toEqual(['the product ended with 1'])
})

test('known false positives are counted, but do not fail the run', () => {
  const known = 'HTTP Secure Headers: GET / X-XSS-Protection is not set'
  expect(judge({ findings: [known, '500 GET /'] }, strict)).toEqual({ real: ['500 GET /'], falseCount: 1 })
})
