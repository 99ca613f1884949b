import { defaultKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, indentOnInput, indentUnit, StreamLanguage } from '@codemirror/language'
import { Compartment, EditorState, type Extension, StateEffect } from '@codemirror/state'
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { UndoManager } from 'yjs'
import { createOwnPresence, type OwnPresence } from '#app/boards/code/code-presence.ts'
import { codeStyle } from '#app/boards/code/code-style.ts'
import type { CodeLanguage } from '#app/boards/code/languages.ts'
import { loadLanguage } from '#app/boards/code/load-language.ts'
import { otherSelections } from '#app/boards/code/other-selections.ts'
import { readAlong } from '#app/boards/code/read-along.ts'
import { getCodeText } from '#app/boards/code/shared-code.ts'
import { fromSharedText, syncText } from '#app/boards/code/sync-text.ts'
import type { SharedBoard } from '#app/boards/document/shared-board.ts'
import { codeMaxLength } from '#kernel/limits.ts'

/** Dispatched instead of a change that would make the code too long. */
const tooLong = StateEffect.define()

type Options = {
  parent: HTMLElement
  board: Pick<SharedBoard, 'doc' | 'presence'>
  otherName: string
  /** The id of the text that says how to leave the editor by keyboard. */
  describedBy: string
  isReadingAlong(): boolean
  onTooLong(): void
  onUndo(can: { undo: boolean; redo: boolean }): void
  onOtherLine(line: number | null): void
}

export type CodeEditor = ReturnType<typeof createCodeEditor>

/**
 * Creates an editor for the code of a board. All pages that show the code stay in sync. Undo reverts only the changes
 * of this page.
 */
export function createCodeEditor(options: Options) {
  const { parent, board, describedBy } = options
  const { doc, presence } = board
  const text = getCodeText(doc)
  const origin = {}
  const undoManager = new UndoManager(text, { trackedOrigins: new Set([origin]) })
  const own = createOwnPresence(presence, text)
  const [languagePart, writePart] = [new Compartment(), new Compartment()]
  let wantedLanguage: CodeLanguage | null = null

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text.toString(),
      extensions: [
        // Lines end with one character, so that positions are the same in the shared text.
        EditorState.lineSeparator.of('\n'),
        EditorView.clipboardInputFilter.of((pasted) => pasted.replaceAll(/\r\n?/g, '\n')),
        lineNumbers(),
        highlightSpecialChars(),
        EditorView.lineWrapping,
        codeStyle,
        languagePart.of([]),
        EditorView.contentAttributes.of({
          'aria-label': 'Code',
          'aria-describedby': describedBy,
          // Focusable even while it is read-only, so that the keyboard can scroll it.
          tabindex: '0',
          translate: 'no',
        }),
        syncText(text, origin),
        writePart.of(readOnly),
        otherSelections({ text, presence, otherName: options.otherName, onOtherLine: options.onOtherLine }),
        readAlong({ text, presence, own, isOn: options.isReadingAlong }),
        EditorView.updateListener.of(({ transactions }) => {
          if (transactions.some(({ effects }) => effects.some((effect) => effect.is(tooLong)))) options.onTooLong()
        }),
      ],
    }),
  })
  const reportUndo = () => options.onUndo({ undo: undoManager.canUndo(), redo: undoManager.canRedo() })
  for (const event of ['stack-item-added', 'stack-item-updated', 'stack-item-popped'] as const) {
    undoManager.on(event, reportUndo)
  }

  return {
    setCanWrite(canWrite: boolean): void {
      const extension = canWrite ? [editing(undoManager), ownSelection(own)] : readOnly
      view.dispatch({ effects: writePart.reconfigure(extension) })
      if (!canWrite) own.select(null)
    },
    undo: () => undoManager.undo(),
    redo: () => undoManager.redo(),
    async setLanguage(language: CodeLanguage): Promise<void> {
      wantedLanguage = language
      const parser = await loadLanguage(language.id).catch(() => null)
      if (wantedLanguage !== language) return
      const extensions = [indentUnit.of(' '.repeat(language.indent)), parser ? StreamLanguage.define(parser) : []]
      view.dispatch({ effects: languagePart.reconfigure(extensions) })
    },
    close(): void {
      wantedLanguage = null
      undoManager.destroy()
      own.clear()
      view.destroy()
    },
  }
}

const readOnly: Extension = [EditorState.readOnly.of(true), EditorView.editable.of(false)]

function editing(undoManager: UndoManager): Extension {
  const run = (step: 'undo' | 'redo') => () => {
    undoManager[step]()
    return true
  }
  return [
    bracketMatching(),
    indentOnInput(),
    keymap.of([
      { key: 'Mod-z', run: run('undo'), preventDefault: true },
      { key: 'Mod-y', mac: 'Mod-Shift-z', run: run('redo'), preventDefault: true },
      { linux: 'Ctrl-Shift-z', win: 'Ctrl-Shift-z', run: run('redo'), preventDefault: true },
      indentWithTab,
      ...defaultKeymap,
    ]),
    EditorView.domEventHandlers({
      // Menus and some phone keyboards request undo this way.
      beforeinput(event) {
        if (event.inputType === 'historyUndo') return run('undo')()
        return event.inputType === 'historyRedo' && run('redo')()
      },
      // Escape and then Tab leave the editor, so Escape must not close the panel around it.
      keydown(event) {
        if (event.key === 'Escape') event.stopPropagation()
      },
    }),
    EditorState.transactionFilter.of((transaction) => {
      const isOwn = transaction.docChanged && !transaction.annotation(fromSharedText)
      const { length } = transaction.newDoc
      const isTooLong = isOwn && length > codeMaxLength && length > transaction.startState.doc.length
      return isTooLong ? { effects: tooLong.of(null) } : transaction
    }),
  ]
}

/** Sends the cursor and the selection to the other page, while the editor has the focus. */
function ownSelection(own: OwnPresence): Extension {
  return EditorView.updateListener.of(({ view, selectionSet, docChanged, focusChanged }) => {
    if (!selectionSet && !docChanged && !focusChanged) return
    own.select(view.hasFocus ? view.state.selection.main : null)
  })
}
