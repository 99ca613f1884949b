import { createHash } from 'node:crypto'

/** What a person does first. Until then a public page needs no script: its links, menus and questions are the browser's own. */
const firstSigns = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'scroll',
  'visibilitychange',
]

/**
 * Makes the scripts of a rendered page fit for keeping. A nonce must not be served twice, so the scripts that carry this
 * page's nonce lose it and are named by their hashes instead; a script that somebody smuggled in knows no nonce and gets no
 * hash. The script that loads React waits for the first sign of a person, so that reading costs no JavaScript at all.
 */
export function prepareScripts(page: string, nonce: string): { html: string; scriptHashes: string[] } {
  const mark = ` nonce="${nonce}"`
  const preloads: string[] = []
  const hashes = new Set<string>()
  const html = page
    .replace(/<link rel="modulepreload"([^>]*)>/g, (link, attributes: string) => {
      const href = attributes.includes(mark) && /href="([^"]+)"/.exec(attributes)?.[1]
      if (!href) return link
      preloads.push(href)
      return ''
    })
    .replace(/(<script\b[^>]*>)([\s\S]*?)<\/script>/g, (script, open: string, code: string) => {
      if (!open.includes(mark) || code === '') return script
      hashes.add(hashOf(code))
      if (!open.includes('type="module"')) return script
      const waiting = startOnFirstSign(code, preloads)
      hashes.add(hashOf(waiting))
      return `${open}${waiting}</script>`
    })
    .replaceAll(mark, '')
  return { html, scriptHashes: [...hashes] }
}

function startOnFirstSign(code: string, preloads: string[]): string {
  return `const signs=${JSON.stringify(firstSigns)},start=()=>{for(const sign of signs)removeEventListener(sign,start,true);for(const href of ${JSON.stringify(preloads)}){const link=document.createElement("link");link.rel="modulepreload";link.href=href;document.head.append(link)}const script=document.createElement("script");script.type="module";script.textContent=${JSON.stringify(code)};document.head.append(script)};for(const sign of signs)addEventListener(sign,start,{capture:true,passive:true});`
}

function hashOf(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`
}
