/** The result of a test run for a mutant. An error is a fault of the mutant list or of the machine. */
export type Outcome =
  | { kind: 'killed'; by: string }
  | { kind: 'survived' }
  | { kind: 'error'; why: string }
  | { kind: 'timeout' }
  | { kind: 'not run' }

/** The used part of vitest’s JSON report. */
export type Report = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

type Run = { report: Report | null; exitCode: number | null; output: string; root: string }

/** Only a failing test kills a mutant. Files that do not load and errors outside tests would fail with any change. */
export function readOutcome({ report, exitCode, output, root }: Run): Outcome {
  if (!report) return { kind: 'error', why: `vitest wrote no report: ${lastLines(output)}` }
  const files = report.testResults
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: name.replace(`${root}/`, '') })),
  )
  const broken = files.find(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  if (broken) return { kind: 'error', why: `${broken.name} failed outside of its tests: ${broken.message}` }
  const failed = tests.find(({ status }) => status === 'failed')
  if (failed) return { kind: 'killed', by: `${failed.file}: ${failed.fullName}` }
  if (exitCode !== 0) return { kind: 'error', why: `no test failed, but vitest did: ${lastLines(output)}` }
  if (!tests.some(({ status }) => status === 'passed')) return { kind: 'error', why: 'no test ran' }
  return { kind: 'survived' }
}

function lastLines(output: string): string {
  return output.trim().split('\n').slice(-12).join('\n')
}
