import { createHash } from 'node:crypto'
import type { EarlyStart } from '#app/base/public-page.ts'
import { facetsMaxAgeMs } from '#kernel/limits.ts'

/**
 * The first interactions of a person. Until then a public page needs no script: links, menus and questions are native
 * HTML.
 */
const firstInteractions = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'keydown',
  'focusin',
  'scroll',
  'visibilitychange',
]

/** A live page starts to listen when the browser is idle, at the latest after this time. */
const idleTimeoutMs = 2_000

type Options = {
  nonce: string
  /** The script that starts without an interaction. */
  early?: EarlyStart
  /** The URL of the script that keeps a live page current until React is loaded. */
  liveScript: string
}

/**
 * Makes the scripts of a rendered page cacheable. A nonce must not be served twice, so scripts with this page's nonce
 * lose it and are allowed by their hashes instead; an injected script has no nonce and gets no hash. The script that
 * loads React waits for the first interaction, so that reading costs no JavaScript.
 *
 * React Router has no public way to delay its script or to leave out its preloads, so this searches the HTML that it
 * writes. Nothing else in the product changes HTML as text, and a test renders a page with the installed version.
 */
export function prepareScripts(
  page: string,
  { nonce, early, liveScript }: Options,
): { html: string; scriptHashes: string[] } {
  const nonceAttribute = ` nonce="${nonce}"`
  const preloads: string[] = []
  const hashes = new Set<string>()
  const html = page
    .replace(/<link rel="modulepreload"([^>]*)>/g, (link, attributes: string) => {
      const href = attributes.includes(nonceAttribute) && /href="([^"]+)"/.exec(attributes)?.[1]
      if (!href) return link
      preloads.push(href)
      return ''
    })
    .replace(/(<script\b[^>]*>)([\s\S]*?)<\/script>/g, (script, open: string, code: string) => {
      if (!open.includes(nonceAttribute) || code === '') return script
      hashes.add(hashScript(code))
      if (!open.includes('type="module"')) return script
      const deferred = buildDeferredScript(code, preloads) + (early ? earlyScripts[early](liveScript) : '')
      hashes.add(hashScript(deferred))
      return `${open}${deferred}</script>`
    })
    .replaceAll(nonceAttribute, '')
  return { html, scriptHashes: [...hashes] }
}

function buildDeferredScript(code: string, preloads: string[]): string {
  return [
    `const signs=${JSON.stringify(firstInteractions)}`,
    'let started=false',
    `const start=()=>{if(started)return;started=true;for(const sign of signs)removeEventListener(sign,start,true);for(const href of ${JSON.stringify(preloads)}){const link=document.createElement("link");link.rel="modulepreload";link.href=href;document.head.append(link)}const script=document.createElement("script");script.type="module";script.textContent=${JSON.stringify(code)};document.head.append(script)}`,
    'for(const sign of signs)addEventListener(sign,start,{capture:true,passive:true});',
  ].join(';')
}

/** Appended to the code above; uses its variables. */
const earlyScripts: Record<EarlyStart, (liveScript: string) => string> = {
  live: (liveScript) =>
    [
      `const listen=()=>{if(!started)import(${JSON.stringify(liveScript)})}`,
      // Safari has no idle callback; a short delay after the load replaces it.
      `const idle=()=>self.requestIdleCallback?requestIdleCallback(listen,{timeout:${idleTimeoutMs}}):setTimeout(listen,200)`,
      'document.readyState==="complete"?idle():addEventListener("load",idle,{once:true});',
    ].join(';'),
  // A hidden page waits until it becomes visible, which counts as an interaction.
  'when old': () => `setTimeout(()=>{if(document.visibilityState==="visible")start()},${facetsMaxAgeMs});`,
}

function hashScript(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`
}
