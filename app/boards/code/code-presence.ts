import type { Awareness } from 'y-protocols/awareness'
import { type CodePosition, toCodePosition } from '#app/boards/code/shared-code.ts'
import type * as Y from 'yjs'

/** The presence field of the pad. The board beside it uses other fields. */
const field = 'code'

/** The presence of the code pad that a page sends. A page of another version may send something else. */
type CodePresence = {
  /** Null while the editor does not have the focus. */
  selection: { anchor: CodePosition; head: CodePosition } | null
  /** The first visible line, and the number of times that the person has scrolled. */
  top: CodePosition | null
  scrolls: number
}

/** Its positions are not checked yet; `findVisibleIndex` checks them. */
type OtherPresence = { anchor: unknown; head: unknown; top: unknown; scrolls: number }

/** Sends the cursor and the scroll position of this person to the other page. */
export function createOwnPresence(presence: Awareness, text: Y.Text) {
  let own: CodePresence = { selection: null, top: null, scrolls: 0 }
  const send = (changes: Partial<CodePresence>) => {
    own = { ...own, ...changes }
    presence.setLocalStateField(field, own)
  }
  return {
    select: (selection: { anchor: number; head: number } | null) =>
      send({
        selection: selection && {
          anchor: toCodePosition(text, selection.anchor),
          head: toCodePosition(text, selection.head),
        },
      }),
    scrollTo: (index: number) => send({ top: toCodePosition(text, index), scrolls: own.scrolls + 1 }),
    clear: () => presence.setLocalStateField(field, null),
  }
}

export type OwnPresence = ReturnType<typeof createOwnPresence>

/** The other person has a few pages at most, but their browser could claim thousands. */
const othersMax = 4

/** The other pages that show the pad. */
export function listOthers(presence: Awareness): OtherPresence[] {
  return [...presence.getStates()]
    .filter(([client, state]) => client !== presence.clientID && Object(state[field] as unknown) === state[field])
    .slice(0, othersMax)
    .map(([, state]) => {
      const { selection, top, scrolls } = state[field] as Record<string, unknown>
      const { anchor, head } = Object(selection) as Record<string, unknown>
      return { anchor, head, top, scrolls: Number.isSafeInteger(scrolls) ? (scrolls as number) : 0 }
    })
}
