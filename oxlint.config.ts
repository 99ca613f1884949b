import { defineConfig, type OxlintOverride } from 'oxlint'
import { type ImportRule, importTable } from './scripts/import-table.ts'

const parentFolders = {
  group: ['../**'],
  message: 'Write imports across folders as #folder/…, so that the import table can be enforced.',
}

const ourFolders = ['kernel', 'domain', 'platform', 'live', 'app', 'server', 'demo', 'scripts', 'tests'].map(
  (folder) => `?${folder}/**`,
)

export default defineConfig({
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'vitest', 'unicorn', 'oxc', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { reportUnusedDisableDirectives: 'error', denyWarnings: true },
  ignorePatterns: ['build', 'build-next', '.react-router', '.data', 'platform/db/schema.ts'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/ban-ts-comment': 'error',
    'no-console': 'error',
    'no-restricted-imports': ['error', { patterns: [parentFolders] }],
    'react/react-in-jsx-scope': 'off',
    // Migrations, shutdowns and retries must run step by step.
    'no-await-in-loop': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-shadow': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // pg is a CommonJS module: Node exposes its members only through the default export.
    'import/no-named-as-default-member': 'off',
    // Native elements have gaps: <output> is announced unreliably, and <progress> cannot be styled consistently.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // An effect may depend on a value that it does not read, such as the page key.
    'react/exhaustive-effect-dependencies': 'off',
    'react/jsx-no-constructed-context-values': 'off',
  },
  overrides: [
    {
      files: ['scripts/**', 'bench/**', 'server/main.ts', 'server/progress.ts', 'demo/recording/**', 'tests/**'],
      rules: { 'no-console': 'off', 'vitest/no-standalone-expect': 'off' },
    },
    ...importTable.map(toOverride),
  ],
})

/** Builds one list of globs where later ones override earlier ones: forbid all, allow some, forbid exceptions. */
function toOverride({ files, may, packages }: ImportRule): OxlintOverride {
  const allowed = may.filter((pattern) => !pattern.startsWith('!')).map(toGlob)
  const excepted = may.filter((pattern) => pattern.startsWith('!')).map((pattern) => toGlob(pattern.slice(1)))
  const packageGlobs = packages?.flatMap((name) => [name, `${name}/**`]) ?? []
  const forbidden = packages ? ['*', '**/*'] : ['../**', ...ourFolders]
  const group = [...forbidden, ...[...packageGlobs, ...allowed].map((glob) => `!${glob}`), ...excepted]
  const message = `${files.join(', ')} may import only ${[...may, ...(packages ?? ['packages'])].join(', ')}; see ARCHITECTURE.md.`
  return {
    files,
    excludeFiles: ['**/*.test.ts', '**/*.test.tsx'],
    rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
  }
}

/** A leading # would start a comment in a glob. */
function toGlob(pattern: string): string {
  return pattern.replace(/^#/, '?')
}
