import type { TestProject } from 'vitest/node'

/** Provides the PostgreSQL that `run.ts` started for all mutants. The URLs name the template of this mutant. */
export default function setup(project: TestProject): void {
  const { MUTANT_POSTGRES } = process.env
  if (!MUTANT_POSTGRES) throw new Error('this mutant needs a database, but none was started for it')
  project.provide('postgres', JSON.parse(MUTANT_POSTGRES))
}
