import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { replaceOnce, root } from '#tests/mutants/mutant.ts'
import { mutants } from '#tests/mutants/mutants.ts'
import { getProject } from '#tests/mutants/projects.ts'
import everyTest from '#vitest.config.ts'

/** From `run.ts`: the mutant to apply, and the file to create when its source was loaded. */
const { MUTANT, MUTANT_LOADED } = process.env
const mutant = mutants.find(({ id }) => id === MUTANT)
const plugins = [applyMutant()]

/** The unit and database tests, with one mutant applied when its file is loaded. The file on disk does not change. */
export default defineConfig({
  root,
  test: {
    ...everyTest.test,
    cache: false,
    projects: [
      { root, plugins, test: getProject('unit') },
      { root, plugins, test: { ...getProject('db'), globalSetup: ['tests/mutants/provide-postgres.ts'] } },
    ],
  },
})

function applyMutant(): Plugin {
  const file = mutant && 'file' in mutant.source ? join(root, mutant.source.file) : undefined
  return {
    name: 'apply-mutant',
    enforce: 'pre',
    // Vitest caches transformed modules on disk. The mutated module must not be read from this cache or written to it.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => (id === file ? false : undefined))
    },
    transform(code, id) {
      if (!mutant || id !== file) return undefined
      if (MUTANT_LOADED) writeFileSync(MUTANT_LOADED, '')
      return { code: replaceOnce(code, { ...mutant, where: id }), map: null }
    },
  }
}
