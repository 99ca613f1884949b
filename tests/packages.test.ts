import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { packageBudgets } from '#tests/budgets.ts'

// Counts the packages in the lock file, without packages for a single platform, so that the result is the same on
// every machine.
const root = join(import.meta.dirname, '..')
type Locked = { dev?: boolean; devOptional?: boolean; optional?: boolean; os?: string[]; cpu?: string[] }
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const everywhere = Object.entries(packages).filter(
  ([path, { optional, os, cpu }]) => path !== '' && !optional && !os && !cpu,
)
const atRuntime = everywhere.filter(([, { dev, devOptional }]) => !dev && !devOptional)

test.each([
  ['to run the product', atRuntime, packageBudgets.running],
  ['to run, build and test it', everywhere, packageBudgets.all],
])('the packages needed %s stay within their budget', (_what, found, budget) => {
  const sizes = found
    .map(([path]) => ({ path, bytes: measureBytes(join(root, path)) }))
    .toSorted((a, b) => b.bytes - a.bytes)
  const megabytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  const largest = sizes.slice(0, 8).map(({ path, bytes }) => `${path} ${(bytes / 1e6).toFixed(1)} MB`)
  const isWithin = found.length <= budget.count && megabytes <= budget.megabytes
  const figures = `${found.length} packages, ${megabytes.toFixed(1)} MB; the largest: ${largest.join(', ')}`
  expect(isWithin ? 'within the budget' : figures).toBe('within the budget')
})

/** The size without nested packages, which are counted separately. */
function measureBytes(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isFile()) bytes += statSync(path).size
    else if (entry.isDirectory() && basename(path) !== 'node_modules') bytes += measureBytes(path)
  }
  return bytes
}
