import { createHash } from 'node:crypto'
import type { EarlyStart } from '#app/base/public-page.ts'
import { openRequestKey } from '#app/sessions/request/open-request-key.ts'
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

/** Work that waits for an idle browser starts after this time at the latest. */
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
 * loads React waits for the first interaction, so that reading runs no JavaScript. Its files are fetched into the HTTP
 * cache, but neither compiled nor run, when the page has loaded and the browser is idle, so that the first tap need not
 * wait for the network.
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
      const deferred = buildDeferredScript({ code, preloads, early, liveScript })
      hashes.add(hashScript(deferred))
      return `${open}${deferred}</script>`
    })
    .replaceAll(nonceAttribute, '')
  return { html, scriptHashes: [...hashes] }
}

type Deferred = { code: string; preloads: string[]; early: EarlyStart | undefined; liveScript: string }

function buildDeferredScript({ code, preloads, early, liveScript }: Deferred): string {
  return [
    `const events=${JSON.stringify(firstInteractions)}`,
    `const files=${JSON.stringify(preloads)}`,
    'let started=false',
    // `modulepreload` would also compile them, which takes a phone's main thread up to 200 ms that nobody may need.
    'const fetchFiles=()=>{for(const file of files)fetch(file,{priority:"low"}).then(response=>response.arrayBuffer()).catch(()=>{})}',
    // After a failure the next interaction tries again.
    'const wait=()=>{started=false;for(const event of events)addEventListener(event,start,{capture:true,passive:true})}',
    `const start=()=>{if(started)return;started=true;for(const event of events)removeEventListener(event,start,true);for(const href of files.splice(0))document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));document.head.append(Object.assign(document.createElement("script"),{type:"module",textContent:${JSON.stringify(code)},onerror:wait}))}`,
    'wait()',
    // A tap may be earlier than this script, which is at the end of the page.
    'if(self.samjhaoTaps?.pressed.length)start()',
    // The dialog of a request that was open before a reload opens again.
    `try{if(sessionStorage.getItem("${openRequestKey}"))start()}catch{}`,
    // On slow or metered connections the files are fetched only at the first interaction.
    `const whenIdle=()=>{${early === 'live' ? `if(!started)import(${JSON.stringify(liveScript)});` : ''}const line=navigator.connection;if(!line?.saveData&&!/2g/.test(line?.effectiveType))fetchFiles()}`,
    // Safari has no idle callback; a short delay after the load replaces it.
    `const idle=()=>self.requestIdleCallback?requestIdleCallback(whenIdle,{timeout:${idleTimeoutMs}}):setTimeout(whenIdle,200)`,
    'document.readyState==="complete"?idle():addEventListener("load",idle,{once:true})',
    // A hidden page waits until it becomes visible, which counts as an interaction.
    early === 'when old' ? `setTimeout(()=>{if(document.visibilityState==="visible")start()},${facetsMaxAgeMs})` : '',
  ].join(';')
}

function hashScript(code: string): string {
  return `sha256-${createHash('sha256').update(code).digest('base64')}`
}
