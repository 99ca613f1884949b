import type { Extension } from '@codemirror/state'
import { EditorView, ViewPlugin } from '@codemirror/view'
import type { Awareness } from 'y-protocols/awareness'
import type * as Y from 'yjs'
import { listOthers, type OwnPresence } from '#app/boards/code/code-presence.ts'
import { findVisibleIndex } from '#app/boards/code/shared-code.ts'

/** A scroll within this time after an input, or after another own scroll, was made by this person. */
const ownScrollMs = 200
/** After own input, this page does not follow the other person for this long. */
const undisturbedMs = 5_000

const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

type Options = { text: Y.Text; presence: Awareness; own: OwnPresence; isOn(): boolean }

/** Sends to the other page where this person scrolls, and follows the other person's scrolling. */
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

  constructor(view: EditorView, options: Options) {
    this.#view = view
    this.#options = options
    const { signal } = this.#stopping
    for (const input of inputs) {
      view.dom.addEventListener(input, () => (this.#inputAt = performance.now()), { signal, passive: true })
    }
    view.scrollDOM.addEventListener('scroll', this.#onScroll, { signal, passive: true })
    options.presence.on('change', this.#onPresence)
    this.#scrolls = this.#readOther()?.scrolls ?? 0
  }

  destroy(): void {
    this.#stopping.abort()
    this.#options.presence.off('change', this.#onPresence)
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
    const lastOwnAt = Math.max(this.#inputAt, this.#ownScrollAt)
    if (!this.#options.isOn() || performance.now() - lastOwnAt < undisturbedMs) return
    const top = findVisibleIndex(this.#options.text, other.top)
    if (top === null || top > this.#view.state.doc.length) return
    this.#view.dispatch({ effects: EditorView.scrollIntoView(top, { y: 'start', yMargin: 0 }) })
  }

  #readOther() {
    return listOthers(this.#options.presence)[0]
  }
}
