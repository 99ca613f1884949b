import { randomUUID } from 'node:crypto'
import { listNeeds, listShipped, type Lock, type ShippedPackage } from '#scripts/shipped-packages.ts'

type Product = { name: string; version: string; license: string; description: string }

/** Describes what is shipped as a software bill of materials, CycloneDX 1.6. */
export function createSbom({ product, lock, now }: { product: Product; lock: Lock; now: Date }) {
  const shipped = listShipped(lock)
  const refs = new Map(shipped.map((one) => [one.path, purlOf(one)]))
  const refsOf = (paths: string[]) =>
    [...new Set(paths.flatMap((path) => refs.get(path) ?? []))].toSorted((one, other) => (one < other ? -1 : 1))
  const productRef = purlOf(product)
  const components = new Map(shipped.map((one) => [purlOf(one), describe(one)]))
  // One version may be installed in several places.
  const needs = new Map<string, string[]>()
  for (const one of shipped) needs.set(purlOf(one), [...(needs.get(purlOf(one)) ?? []), ...one.needs])
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

function describe(one: ShippedPackage) {
  const [name = '', group] = one.name.split('/').toReversed()
  return {
    'bom-ref': purlOf(one),
    type: 'library',
    ...(group && { group }),
    name,
    version: one.version,
    scope: one.isOptional ? 'optional' : 'required',
    ...(one.sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(one.sha512, 'base64').toString('hex') }] }),
    licenses: licencesOf(one.licence),
    purl: purlOf(one),
  }
}

function licencesOf(licence: string) {
  return / (AND|OR|WITH) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]
}

function purlOf({ name, version }: { name: string; version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}
