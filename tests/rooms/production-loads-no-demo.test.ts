import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/** The entry points of `npm start` and of its build. */
const entries = [
  'server/main.ts',
  'server/app.ts',
  'app/root.tsx',
  'app/entry.server.tsx',
  ...globSync('app/**/*.route.{ts,tsx}'),
]
const isDemo = (specifier: string) => /^#demo\/|^werift(\/|$)/.test(specifier)

/** Lists the static and the dynamic imports of a file, without type imports. */
function listImports(file: string): { staticImports: string[]; dynamicImports: string[] } {
  const source = readFileSync(file, 'utf8')
  const { program, module } = parseSync(file, source)
  const staticImports = program.body.flatMap((statement) => {
    if (statement.type === 'ImportDeclaration') return statement.importKind === 'type' ? [] : [statement.source.value]
    if (statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportAllDeclaration')
      return statement.exportKind === 'type' || !statement.source ? [] : [statement.source.value]
    return []
  })
  const dynamicImports = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start, end).replaceAll(/^['"]|['"]$/g, ''),
  )
  return { staticImports, dynamicImports }
}

const loaded = new Map<string, ReturnType<typeof listImports>>()
const waiting = [...entries]
for (let file = waiting.pop(); file; file = waiting.pop()) {
  if (loaded.has(file)) continue
  const imports = listImports(file)
  loaded.set(file, imports)
  const ownFiles = [...imports.staticImports, ...imports.dynamicImports].filter(
    (name) => name.startsWith('#') && !isDemo(name),
  )
  waiting.push(...ownFiles.map((name) => name.slice(1)).filter((name) => /\.tsx?$/.test(name)))
}

test('nothing that production loads imports the demo or its packages', () => {
  expect(loaded.size).toBeGreaterThan(900)
  const demoImports = [...loaded].flatMap(([file, { staticImports }]) =>
    staticImports.filter(isDemo).map((name) => `${file}: ${name}`),
  )
  expect(demoImports).toEqual([])
})

test('production imports only packages that npm ci --omit=dev installs', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  // The build itself provides virtual modules.
  const isPackage = (name: string) => /^[@a-z]/.test(name) && !/^(node|virtual):/.test(name)
  const imported = [...loaded.values()]
    .flatMap(({ staticImports }) => staticImports.filter(isPackage))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    )
  expect([...new Set(imported)].filter((name) => !(name in dependencies))).toEqual([])
  expect(Object.keys(devDependencies)).toContain('werift')
})

test('a demo without its packages fails with one sentence', () => {
  const hooks = `import { registerHooks } from 'node:module'
    registerHooks({
      resolve(name, context, next) {
        if (name === 'werift') throw new Error(\`Cannot find package 'werift'\`)
        return next(name, context)
      },
    })`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(hooks)}`, 'demo/demo-experts.ts'],
    { encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'The demo experts stay offline, because the package werift is missing: run npm ci.\n',
  })
})

test('only the server start imports the demo dynamically', () => {
  const found = [...loaded].flatMap(([file, { dynamicImports }]) =>
    dynamicImports.filter(isDemo).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual(['server/main.ts: #demo/fill-demo.ts', 'server/main.ts: #demo/cast.ts'])
})

test('the demo is imported only without DATABASE_URL', () => {
  const source = readFileSync('server/main.ts', 'utf8')
  const mentions = [...source.matchAll(/'#?demo\/[^']+'/g)]
  expect(mentions).toHaveLength(3)
  for (const { index } of mentions) {
    const guard = source.lastIndexOf('config.databaseUrl)', index)
    const line = source.slice(source.lastIndexOf('\n', guard) + 1, source.indexOf('\n', guard)).trim()
    expect(['if (!config.databaseUrl) {', 'if (config.databaseUrl) return ready(url, [])']).toContain(line)
  }
})
