import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSbom } from '#scripts/sbom.ts'
import { listShipped, type Lock, readLock } from '#scripts/shipped-packages.ts'

const product = JSON.parse(readFileSync('package.json', 'utf8'))
const lock = readLock('.')
const sbom = createSbom({ product, lock, now: new Date('2026-11-18T10:00:00Z') })

test('the SBOM is in CycloneDX 1.6 and describes the product', () => {
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    version: 1,
    metadata: {
      timestamp: '2026-11-18T10:00:00.000Z',
      component: {
        type: 'application',
        name: 'samjhao',
        version: product.version,
        purl: expect.stringMatching(/^pkg:npm\/samjhao@/),
      },
    },
  })
})

test('the SBOM contains every direct dependency and no development tool', () => {
  const names = new Set(sbom.components.map(({ group, name }) => (group ? `${group}/${name}` : name)))
  const direct = Object.keys({ ...product.dependencies, ...product.optionalDependencies })
  expect(direct.filter((name) => !names.has(name))).toEqual([])
  expect(['vitest', 'vite', '@playwright/test', 'typescript', 'oxlint'].filter((name) => names.has(name))).toEqual([])
})

test('each component is listed once, with its version, hash and licence', () => {
  for (const component of sbom.components) {
    expect(component).toMatchObject({
      type: 'library',
      version: expect.stringMatching(/^\d/),
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
      licenses: [expect.anything()],
      purl: expect.stringMatching(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/),
    })
  }
  expect(new Set(sbom.components.map((component) => component['bom-ref'])).size).toBe(sbom.components.length)
})

test('every component is needed by another component or by the product', () => {
  const refs = new Set([
    sbom.metadata.component['bom-ref'],
    ...sbom.components.map((component) => component['bom-ref']),
  ])
  expect(new Set(sbom.dependencies.map(({ ref }) => ref))).toEqual(refs)
  const needed = new Set(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn))
  expect([...needed].filter((ref) => !refs.has(ref))).toEqual([])
  expect([...refs].filter((ref) => !needed.has(ref))).toEqual([sbom.metadata.component['bom-ref']])
})

test('the SBOM names no folder of this machine and no registry', () => {
  const text = JSON.stringify(sbom).replace(sbom.$schema, '')
  expect(text).not.toMatch(/https?:|node_modules|file:/)
  expect(text).not.toContain(process.cwd())
})

test('the list of shipped packages uses the nearest copy of a package and omits optional peers', () => {
  const tree: Lock = {
    packages: {
      '': { version: '1.0.0', dependencies: { a: '1' }, optionalDependencies: { elsewhere: '1' } },
      'node_modules/a': {
        version: '1.0.0',
        dependencies: { b: '2' },
        peerDependencies: { peer: '1', tool: '1' },
        peerDependenciesMeta: { tool: { optional: true } },
      },
      'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '1' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0' },
      'node_modules/peer': { version: '1.0.0' },
      'node_modules/tool': { version: '1.0.0' },
    },
  }
  expect(listShipped(tree).map(({ path }) => path)).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
    'node_modules/peer',
  ])
})
