import { defineConfig, type OxlintOverride } from 'oxlint'
import { type ImportRule, importTable } from './scripts/import-table.ts'

const upward = { regex: '^\\.\\./', message: 'Write imports across folders as #folder/…, so that the import table can be held.' }

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'vitest', 'unicorn', 'oxc', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { reportUnusedDisableDirectives: 'error', denyWarnings: true },
  ignorePatterns: ['build', 'build-next', '.react-router', '.data', 'platform/db/schema.ts'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'no-console': 'error',
    'no-restricted-imports': ['error', { patterns: [upward] }],
    'react/react-in-jsx-scope': 'off',
    // One step after another is what a migration, a shutdown and a retry are about.
    'no-await-in-loop': 'off',
    'import/no-unassigned-import': 'off',
    'no-shadow': 'off',
    // pg is a CommonJS module: Node gives its parts only through the default export.
    'import/no-named-as-default-member': 'off',
    // Native elements do not always behave: <output> is announced unreliably, <progress> cannot be styled alike everywhere.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // An effect may watch a value that it does not read, such as the key of the page.
    'react/exhaustive-effect-dependencies': 'off',
    'react/exhaustive-deps': 'off',
    'react/jsx-no-constructed-context-values': 'off',
  },
  overrides: [
    { files: ['scripts/**', 'bench/**', 'server/main.ts', 'server/progress.ts', 'tests/**'], rules: { 'no-console': 'off' } },
    ...importTable.map(held),
  ],
})

function held({ files, may, packages }: ImportRule): OxlintOverride {
  const ours = {
    group: ['#**', ...may.map(invert)],
    message: `${files.join(', ')} may import only ${may.join(', ')} (see ARCHITECTURE.md).`,
  }
  const theirs = packages && {
    regex: `^(?![#.]|(${packages.join('|')})(/|$))`,
    message: `${files.join(', ')} may use only ${packages.join(', ')}.`,
  }
  const patterns = theirs ? [upward, ours, theirs] : [upward, ours]
  return {
    files,
    excludeFiles: ['**/*.test.ts', '**/*.test.tsx'],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  }
}

/** In a group of patterns `!` allows again what an earlier one forbade. */
function invert(pattern: string): string {
  return pattern.startsWith('!') ? pattern.slice(1) : `!${pattern}`
}
