import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** The router, the build and the database generator take the exports of these files by name. */
const takenByTools = [
  /\.route\.tsx?$/,
  /^app\/(root|routes|entry\.\w+)\.tsx?$/,
  /\.config\.ts$/,
  /\.d\.mts$/,
  /^platform\/db\/schema\.ts$/,
  // `scripts/inline-icons.ts` writes its import.
  /^app\/ui\/create-icon\.ts$/,
]

type Import = {
  path: string
  /** Null for a whole module, as by `import * as` and `import(…)`. */
  name: string | null
}

function listUnusedExports(sources: Map<string, string>): string[] {
  const modules = [...sources].map(([file, source]) => readModule(file, source))
  const imports = modules.flatMap((module) => module.imports)
  const imported = new Set(imports.map(({ path, name }) => `${path}: ${name}`))
  // A lazy module may be passed on to a third file. So any other file that has the word counts as one that uses it.
  const isInAnotherFile = (word: string, ownFile: string) =>
    modules.some(
      ({ file, source }) => file !== ownFile && source.includes(word) && new RegExp(`\\b${word}\\b`).test(source),
    )
  return modules
    .filter(({ file }) => !takenByTools.some((pattern) => pattern.test(file)))
    .flatMap(({ file, exports }) =>
      exports
        .filter((name) => !imported.has(`${file}: ${name}`))
        .filter((name) => !imported.has(`${file}: null`) || !isInAnotherFile(name, file))
        .map((name) => `${file}: ${name}`),
    )
}

/** Lists the named exports of a module and its imports. Default exports are for tools. */
function readModule(file: string, source: string) {
  const { module } = parseSync(file, source)
  const exports = module.staticExports.flatMap(({ entries }) => entries)
  const typeImports = [...source.matchAll(/\bimport\(\s*'([^']+)'\s*,?\s*\)/g)]
  const imports: Import[] = [
    ...module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(({ importName }) => ({ path: moduleRequest.value, name: importName.name })),
    ),
    ...exports.flatMap(({ moduleRequest, importName }) =>
      moduleRequest ? [{ path: moduleRequest.value, name: importName.name }] : [],
    ),
    ...typeImports.map(([, path = '']) => ({ path, name: null })),
  ]
  return {
    file,
    source,
    exports: exports.flatMap(({ exportName }) => exportName.name ?? []),
    imports: imports.map(({ path, name }) => ({ path: resolvePath(file, path), name })),
  }
}

function resolvePath(from: string, path: string): string {
  if (path.startsWith('#')) return path.slice(1)
  return path.startsWith('.') ? join(dirname(from), path) : path
}

test('another file imports each export', () => {
  const folders = '{app,bench,demo,domain,kernel,live,platform,scripts,server,tests}'
  const files = [...globSync(`${folders}/**/*.{ts,tsx,mjs}`), ...globSync('*.config.ts')]
  expect(files.length).toBeGreaterThan(2_000)
  expect(listUnusedExports(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([])
})

test('an export that only its own file uses is found', () => {
  const sources = new Map([
    ['app/a.ts', 'export const used = 1\nexport const own = used\nexport type Shape = typeof own'],
    ['app/b.ts', "import { used } from '#app/a.ts'\nexport const lazy = used\nexport const late = used"],
    ['app/c.ts', "const { lazy } = await import('./b.ts')\nconsole.log(lazy)"],
  ])
  expect(listUnusedExports(sources)).toEqual(['app/a.ts: own', 'app/a.ts: Shape', 'app/b.ts: late'])
})
