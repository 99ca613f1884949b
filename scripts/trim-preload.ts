import type { Plugin } from 'vite'

/**
 * The code around each `import()`, which also requests the static imports of the file. Vite's own version adds half a
 * kB to every page, because it also loads style sheets and sets nonces, which scripts of this product do not have.
 */
const helper = `
  export function __vitePreload(load, files) {
    for (const file of files ?? []) {
      const href = '/' + file
      if (document.querySelector('link[href="' + href + '"]')) continue
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    return load().catch((error) => {
      dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
      throw error
    })
  }
`

export function trimPreload(): Plugin {
  let isReplaced = false
  return {
    name: 'trim-preload',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler() {
        isReplaced = true
        return helper
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('Vite no longer has its preload helper')
    },
  }
}
