import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of the lock file. */
type Locked = {
  version: string
  license?: string
  integrity?: string
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type Lock = { packages: Record<string, Locked> }

export type ShippedPackage = {
  name: string
  version: string
  licence: string
  /** SHA-512 of the package, in base64. */
  sha512: string | undefined
  /** Some machines do not install it. */
  isOptional: boolean
  /** Its folder below the root. */
  path: string
  /** Paths of the packages that it needs. */
  needs: string[]
}

/**
 * Lists the packages of production: those that `package.json` names outside `devDependencies`, and their dependencies.
 * Reads the lock file, so that the list is the same on every machine. (`npm sbom --omit dev` omits packages that a
 * development tool also needs, such as @react-router/node.)
 */
export function listShipped(lock: Lock): ShippedPackage[] {
  const found = new Map<string, ShippedPackage>()
  const waiting = listNeeds(lock, '')
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const entry = lock.packages[path]
    if (!entry || found.has(path)) continue
    const needs = listNeeds(lock, path)
    found.set(path, {
      name: path.split('node_modules/').at(-1) ?? path,
      version: entry.version,
      licence: entry.license ?? 'unknown',
      sha512: /^sha512-(\S+)/.exec(entry.integrity ?? '')?.[1],
      isOptional: entry.optional ?? false,
      path,
      needs,
    })
    waiting.push(...needs)
  }
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** The paths of the packages that this package needs; the path of the product itself is empty. */
export function listNeeds({ packages }: Lock, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path] ?? {}
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
  const names = new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
  return [...names].flatMap((name) => {
    const inside = path.split('/node_modules/')
    // Node looks in the package's own folder first, then in the folders above.
    const folders = inside.map((_part, index) => inside.slice(0, inside.length - index).join('/node_modules/'))
    const places = [
      ...folders.filter(Boolean).map((folder) => `${folder}/node_modules/${name}`),
      `node_modules/${name}`,
    ]
    return places.find((place) => place in packages) ?? []
  })
}

export function readLock(root: string): Lock {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
}
