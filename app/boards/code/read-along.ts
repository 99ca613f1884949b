import type { Extension } from '@codemirror/state'
import { EditorView, ViewPlugin } from '@codemirror/view'
import type { Awareness } from 'y-protocols/awareness'
import type * as Y from 'yjs'
import { listOthers, type OwnPresence } from '#app/boards/code/code-presence.ts'
import { findVisibleIndex } from '#app/boards/code/shared-code.ts'

/**
 * A scroll counts as made by this person within this time after an input or after their previous scroll. Phones may be
 * slow.
 */
const ownScrollMs = 500
/** After own input, this page does not follow the other person for this long. */
const undisturbedMs = 5_000

const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

type Options = { text: Y.Text; presence: Awareness; own: OwnPresence; isOn(): boolean }

/** Sends the scroll position of this person to the other page, and follows the scrolling of the other person. */
export function readAlong(options: Options): Extension {
  return ViewPlugin.define((view) => new ReadAlong(view, options))
}

class ReadAlong {
  readonly #view: EditorView
  readonly #options: Options
  readonly #stopping = new AbortController()
  #inputAt = -Infinity
  #ownScrollAt = -Infinity
  #isScrollSent = true
  /** The number that the other page has sent last. */
  #scrolls = 0
  #followTimer: ReturnType<typeof setTimeout> | undefined

  constructor(view: EditorView, options: Options) {
    this.#view = view
    this.#options = options
    const { signal } = this.#stopping
    for (const input of inputs) view.dom.addEventListener(input, this.#onInput, { signal, passive: true })
    view.scrollDOM.addEventListener('scroll', this.#onScroll, { signal, passive: true })
    options.presence.on('change', this.#onPresence)
    this.#scrolls = this.#readOther()?.scrolls ?? 0
  }

  destroy(): void {
    this.#stopping.abort()
    clearTimeout(this.#followTimer)
    this.#options.presence.off('change', this.#onPresence)
  }

  readonly #onInput = (): void => {
    this.#inputAt = performance.now()
    clearTimeout(this.#followTimer)
  }

  /** Changes of the other person also scroll the text. That scroll is not sent, because it would move their page. */
  readonly #onScroll = (): void => {
    const now = performance.now()
    if (now - Math.max(this.#inputAt, this.#ownScrollAt) > ownScrollMs) return
    this.#ownScrollAt = now
    if (!this.#isScrollSent) return
    this.#isScrollSent = false
    requestAnimationFrame(() => {
      this.#isScrollSent = true
      if (!this.#stopping.signal.aborted) this.#options.own.scrollTo(this.#findTop())
    })
  }

  /** The start of the line at the upper edge. */
  #findTop(): number {
    const { scrollTop } = this.#view.scrollDOM
    return this.#view.lineBlockAtHeight(scrollTop - this.#view.documentPadding.top).from
  }

  readonly #onPresence = (): void => {
    const other = this.#readOther()
    if (!other || other.scrolls === this.#scrolls) return
    this.#scrolls = other.scrolls
    this.#follow()
  }

  /** Scrolls to what the other person sees, once this person has done nothing for a while. */
  #follow(): void {
    clearTimeout(this.#followTimer)
    if (!this.#options.isOn()) return
    const waitMs = Math.max(this.#inputAt, this.#ownScrollAt) + undisturbedMs - performance.now()
    if (waitMs > 0) {
      this.#followTimer = setTimeout(() => this.#follow(), waitMs)
      return
    }
    const other = this.#readOther()
    const top = other ? findVisibleIndex(this.#options.text, other.top) : null
    if (top === null || top > this.#view.state.doc.length) return
    const scroll = () => this.#view.dispatch({ effects: EditorView.scrollIntoView(top, { y: 'start', yMargin: 0 }) })
    scroll()
    // The first scroll uses estimated heights of lines that were never drawn, and CodeMirror then measures them
    // without correcting the scroll. The second uses measured heights.
    requestAnimationFrame(() => {
      if (!this.#stopping.signal.aborted && top <= this.#view.state.doc.length) scroll()
    })
  }

  #readOther() {
    return listOthers(this.#options.presence)[0]
  }
}
