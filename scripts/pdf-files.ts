import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const moduleId = 'virtual:pdf-files'

/**
 * The decoders of scans in pdf.js (fax and JBIG2; JPEG 2000), without WebAssembly. pdf.js finds them by these names.
 */
const decoders = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']

/** Adds the decoders to the build, in a folder named by the version of pdf.js, and provides the URL of the folder. */
export function addPdfFiles(): Plugin {
  let isDevelopment = false
  return {
    name: 'add-pdf-files',
    configResolved: ({ command }) => void (isDevelopment = command === 'serve'),
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    load(id) {
      if (id !== `\0${moduleId}`) return undefined
      const url = isDevelopment ? '/node_modules/pdfjs-dist/wasm/' : `/${builtFolder(this.environment.config.root)}/`
      return `export const decodersUrl = ${JSON.stringify(url)}`
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      const { root } = this.environment.config
      for (const name of decoders) {
        const source = readFileSync(join(root, packageFolder, 'wasm', name))
        this.emitFile({ type: 'asset', fileName: `${builtFolder(root)}/${name}`, source })
      }
    },
  }
}

const packageFolder = 'node_modules/pdfjs-dist'

function builtFolder(root: string): string {
  const file = readFileSync(join(root, packageFolder, 'package.json'), 'utf8')
  const { version } = JSON.parse(file) as { version: string }
  return `assets/pdfjs-${version}`
}
