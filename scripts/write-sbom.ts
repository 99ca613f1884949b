import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSbom } from '#scripts/sbom.ts'
import { readLock } from '#scripts/shipped-packages.ts'

// npm run sbom: writes the software bill of materials of this version.
const root = join(import.meta.dirname, '..')
const file = 'sbom.cdx.json'
const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const sbom = createSbom({ product, lock: readLock(root), now: new Date() })
writeFileSync(join(root, file), `${JSON.stringify(sbom, null, 2)}\n`)
console.log(`${file}: ${sbom.components.length} packages, CycloneDX ${sbom.specVersion}`)
