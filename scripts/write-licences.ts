import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeLicencesPage } from '#scripts/licences.ts'
import { readLock } from '#scripts/shipped-packages.ts'

// npm run licences: writes docs/licences.md after a change of the packages.
const root = join(import.meta.dirname, '..')
writeFileSync(join(root, 'docs/licences.md'), writeLicencesPage(readLock(root)))
