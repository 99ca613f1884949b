import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The slowest files, which would otherwise run last on a fresh clone, while other workers have nothing left to do.
 * Vitest orders all other files by their last duration, or by their size.
 */
const slowest = [
  'tests/faults/cluster.test.ts',
  'tests/faults/money.test.ts',
  'tests/refusals/odd-requests-over-http.test.ts',
  'tests/refusals/access-over-http.test.ts',
]

/** Starts the slowest files of each project first. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = slowest.indexOf(relative(this.ctx.config.root, moduleId))
      return at === -1 ? slowest.length : at
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- not the method of an array
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted((a, b) => rank(a) - rank(b)),
    )
  }
}
