import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * At build time, inlines the icons of `lucide-react` into the modules that use them. Otherwise each icon that two pages
 * share would be a file of 200 bytes with its own request. The icon component of the package is also slow on the server
 * and adds a kilobyte. Development uses the package unchanged.
 */
export function inlineIcons(): Plugin {
  const library = openLibrary()
  return {
    name: 'inline-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/app\/.*\.tsx?(\?|$)/, code: "from 'lucide-react'" },
      async handler(code) {
        const inlined = await replaceIconImports(code, library.readShapes)
        return { code: inlined, map: null }
      },
    },
  }
}

type Shapes = [tag: string, attributes: Record<string, string>][]

/** Replaces the icon import with the icon shapes; types are still imported. */
export async function replaceIconImports(code: string, readShapes: (name: string) => Promise<Shapes>): Promise<string> {
  const [statement, names] = /^import \{([^}]*)\} from 'lucide-react'$/m.exec(code) ?? []
  if (statement === undefined || names === undefined) return code
  const specifiers = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
  const icons = await Promise.all(
    specifiers.map(async (specifier) => {
      const [name = '', alias = name] = specifier.split(' as ')
      return `const ${alias} = /* @__PURE__ */ createIcon(${JSON.stringify(await readShapes(name))})`
    }),
  )
  return code.replace(statement, ["import { createIcon } from '#app/ui/create-icon.ts'", ...icons].join('\n'))
}

/** The package has no public API for the shapes, but the file of each icon exports them. */
export function openLibrary() {
  const folder = join(createRequire(import.meta.url).resolve('lucide-react'), '../../esm')
  const files = new Map<string, string>()
  const exported = /export \{([^}]*)\} from '(\.\/icons\/[\w-]+\.mjs)'/g
  for (const [, names = '', file = ''] of readFileSync(join(folder, 'lucide-react.mjs'), 'utf8').matchAll(exported)) {
    for (const name of names.split(',')) files.set(name.replace('default as', '').trim(), join(folder, file))
  }
  return {
    async readShapes(name: string): Promise<Shapes> {
      const file = files.get(name)
      if (!file) throw new Error(`lucide-react has no icon named ${name}`)
      const { __iconData: icon } = (await import(pathToFileURL(file).href)) as { __iconData: { node: Shapes } }
      return icon.node.map(([tag, { key: _key, ...attributes }]) => [tag, attributes])
    },
  }
}
