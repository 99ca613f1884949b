import type { Plugin } from 'vite'

/** KaTeX names each font in three formats. Every browser that runs the product reads the first one. */
export function onlyModernFonts(): Plugin {
  return {
    name: 'only-modern-fonts',
    enforce: 'pre',
    transform: {
      filter: { id: /katex[^/]*\.css/ },
      handler(code) {
        const modern = code.replaceAll(/,url\([^)]+\.(woff|ttf)\) format\("(woff|truetype)"\)/g, '')
        if (modern === code) this.error('the style sheet of KaTeX no longer names fonts in old formats')
        return { code: modern, map: null }
      },
    },
  }
}
