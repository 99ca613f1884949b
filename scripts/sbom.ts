import { randomUUID } from 'node:crypto'
import { listNeeds, listShipped, type Lock, type ShippedPackage } from '#scripts/shipped-packages.ts'

type Product = { name: string; version: string; license: string; description: string }

/** Describes what is shipped as a software bill of materials, CycloneDX 1.6. */
export function createSbom({ product, lock, now }: { product: Product; lock: Lock; now: Date }) {
  const shipped = listShipped(lock)
  const refs = new Map(shipped.map((item) => [item.path, purlOf(item)]))
  const refsOf = (paths: string[]) =>
    [...new Set(paths.flatMap((path) => refs.get(path) ?? []))].toSorted((a, b) => (a < b ? -1 : 1))
  const productRef = purlOf(product)
  const components = new Map(shipped.map((item) => [purlOf(item), describe(item)]))
  // One version may be installed in several places.
  const needs = new Map<string, string[]>()
  for (const item of shipped) needs.set(purlOf(item), [...(needs.get(purlOf(item)) ?? []), ...item.needs])
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      lifecycles: [{ phase: 'pre-build' }],
      component: {
        'bom-ref': productRef,
        type: 'application',
        name: product.name,
        version: product.version,
        description: product.description,
        licenses: licencesOf(product.license),
        purl: productRef,
      },
    },
    components: [...components.values()],
    dependencies: [
      { ref: productRef, dependsOn: refsOf(listNeeds(lock, '')) },
      ...[...needs].map(([ref, paths]) => ({ ref, dependsOn: refsOf(paths) })),
    ],
  }
}

function describe(item: ShippedPackage) {
  const [name = '', group] = item.name.split('/').toReversed()
  return {
    'bom-ref': purlOf(item),
    type: 'library',
    ...(group && { group }),
    name,
    version: item.version,
    scope: item.isOptional ? 'optional' : 'required',
    ...(item.sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(item.sha512, 'base64').toString('hex') }] }),
    licenses: licencesOf(item.licence),
    purl: purlOf(item),
  }
}

function licencesOf(licence: string) {
  return / (AND|OR|WITH) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]
}

function purlOf({ name, version }: { name: string; version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}
