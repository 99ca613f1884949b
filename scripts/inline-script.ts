import { build, type Plugin, type Rolldown } from 'vite'

const moduleId = 'virtual:taps-script'

/**
 * Provides the bundled and minified code of `app/shell/entry.taps.ts` as a text for an inline script. The text is empty
 * in the browser's bundle, because the page already contains the script. It is also empty in development, where React
 * would warn about the marks that the script sets on pressed controls.
 */
export function inlineScript(): Plugin {
  let isDevelopment = false
  return {
    name: 'inline-script',
    configResolved: ({ command }) => void (isDevelopment = command === 'serve'),
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    async load(id) {
      if (id !== `\0${moduleId}`) return undefined
      const code = this.environment.name === 'client' || isDevelopment ? '' : await buildTapsScript()
      return `export default ${JSON.stringify(code)}`
    },
  }
}

async function buildTapsScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: 'app/shell/entry.taps.ts', formats: ['iife'], name: 'taps', fileName: 'taps' },
    },
  })
  const [{ output }] = built as unknown as [{ output: Rolldown.OutputChunk[] }]
  const [chunk] = output
  if (!chunk || output.length > 1) throw new Error('the script of the first taps must be one file')
  return chunk.code.trim()
}
