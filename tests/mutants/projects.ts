import { matchesGlob } from 'node:path'
import everyTest from '#vitest.config.ts'

type Project = { name: string; include: string[] }

/** Returns the settings of a project of `vitest.config.ts`. */
export function getProject(name: string): Project {
  const projects = (everyTest.test?.projects ?? []) as { test: Project }[]
  const found = projects.find(({ test }) => test.name === name)
  if (!found) throw new Error(`vitest.config.ts has no project "${name}"`)
  return found.test
}

/** Whether one of these test files belongs to the database project. */
export function needsDatabase(tests: string[]): boolean {
  const { include } = getProject('db')
  return tests.some((file) => include.some((pattern) => matchesGlob(file, pattern)))
}
