import { Copy, Download, Eye, Redo2, Undo2 } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { type CodeEditor, createCodeEditor } from '#app/boards/code/code-editor.ts'
import { copyCode, downloadCode, notCopiedText } from '#app/boards/code/keep-code.ts'
import { LanguageSelect } from '#app/boards/code/language-select.tsx'
import { getCodeText } from '#app/boards/code/shared-code.ts'
import { useCodeLanguage } from '#app/boards/code/use-code-language.ts'
import type { SharedBoard } from '#app/boards/document/shared-board.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { formatCount } from '#kernel/count-text.ts'
import { codeMaxLength } from '#kernel/limits.ts'

export type CodePadProps = {
  board: Pick<SharedBoard, 'doc' | 'presence'>
  /** The name of the other person, for their cursor. Null on a board that nobody else sees. */
  otherName: string | null
  /** False before the call and after it. */
  canWrite: boolean
  /** The subjects of the expert, which determine the languages that are offered first. */
  subjects?: readonly string[]
}

const noSubjects: readonly string[] = []

/**
 * The code editor that both people of a session use. It fills its container. The component around it shows whether the
 * board is saved, as for drawings.
 */
export function CodePad({ board, otherName, canWrite, subjects = noSubjects }: CodePadProps) {
  const hintId = useId()
  const box = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeEditor>(null)
  const [can, setCan] = useState({ undo: false, redo: false })
  const [otherLine, setOtherLine] = useState<number | null>(null)
  const [message, setMessage] = useState('')
  const [isReadingAlong, setIsReadingAlong] = useState(true)
  const isReadingAlongNow = useRef(isReadingAlong)
  const { language, offered, choose } = useCodeLanguage(board.doc, subjects)
  useEffect(() => {
    isReadingAlongNow.current = isReadingAlong
  }, [isReadingAlong])
  useLayoutEffect(() => {
    if (!box.current) return undefined
    const created = createCodeEditor({
      parent: box.current,
      board,
      otherName: otherName ?? '',
      describedBy: hintId,
      isReadingAlong: () => isReadingAlongNow.current,
      onTooLong: () => setMessage(tooLongText),
      onUndo(nowCan) {
        setCan(nowCan)
        setMessage('')
      },
      onOtherLine: setOtherLine,
    })
    editor.current = created
    return () => created.close()
  }, [board, otherName, hintId])
  useLayoutEffect(() => editor.current?.setCanWrite(canWrite), [canWrite, board, otherName, hintId])
  useEffect(() => void editor.current?.setLanguage(language), [language, board, otherName, hintId])

  const text = () => getCodeText(board.doc).toString()
  const copy = async () => setMessage((await copyCode(text())) ? 'Copied.' : notCopiedText)
  const download = () => {
    downloadCode(text(), language)
    setMessage('')
  }
  return (
    <section aria-label="Code pad" className="flex min-h-0 flex-1 flex-col bg-ink">
      <div className="flex items-center gap-1 border-b border-line p-1.5">
        <LanguageSelect language={language} offered={offered} onChoose={choose} isDisabled={!canWrite} />
        <div className="ml-auto flex">
          {canWrite && (
            <>
              <IconButton
                label="Undo your last change"
                icon={<Undo2 className="size-5" aria-hidden="true" />}
                disabled={!can.undo}
                onClick={() => editor.current?.undo()}
              />
              <IconButton
                label="Redo your change"
                icon={<Redo2 className="size-5" aria-hidden="true" />}
                disabled={!can.redo}
                onClick={() => editor.current?.redo()}
              />
              {otherName !== null && (
                <IconButton
                  label={`Scroll with ${otherName}`}
                  icon={<Eye className="size-5" aria-hidden="true" />}
                  aria-pressed={isReadingAlong}
                  className="aria-pressed:bg-float aria-pressed:text-accent"
                  onClick={() => setIsReadingAlong(!isReadingAlong)}
                />
              )}
            </>
          )}
          <IconButton
            label="Copy the code"
            icon={<Copy className="size-5" aria-hidden="true" />}
            onClick={() => void copy()}
          />
          <IconButton
            label={`Download as code.${language.extension}`}
            icon={<Download className="size-5" aria-hidden="true" />}
            onClick={download}
          />
        </div>
      </div>
      <div ref={box} className="min-h-0 flex-1" />
      <div className="flex flex-wrap items-center gap-x-4 border-t border-line px-3 py-1.5 text-small text-quiet empty:hidden">
        <p id={hintId} className="pointer-coarse:sr-only">
          {canWrite ? 'Tab indents. To leave the code, press Escape, then Tab.' : 'This code cannot be changed now.'}
        </p>
        {otherLine !== null && (
          <p className="figures">
            {otherName} is on line {otherLine}
          </p>
        )}
        <p role="status" className="text-soft">
          {message}
        </p>
      </div>
    </section>
  )
}

const tooLongText = `The code is too long: it can have at most ${formatCount(codeMaxLength)} characters.`
