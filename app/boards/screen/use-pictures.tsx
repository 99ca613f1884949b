import { Camera, CircleAlert, FileText, ImagePlus, MonitorDown } from 'lucide-react'
import { type ClipboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { networkProblem } from '#app/base/network-problem.ts'
import { pageTitleMaxLength } from '#app/boards/document/elements.ts'
import type { PictureTarget } from '#app/boards/pictures/add-pictures.ts'
import type { Drawing } from '#app/boards/screen/use-drawing.ts'
import { Button } from '#app/ui/button.tsx'
import { MenuItem } from '#app/ui/menu.tsx'
import { toast } from '#app/ui/toast.ts'
import { useDrop } from '#app/ui/use-drop.ts'

/** The file of the question that the session began with. */
export type QuestionFile = { name: string; url: string }

type Options = Drawing & {
  boardId: string
  canWrite: boolean
  questionFile: QuestionFile | null
  /** The screen that one of the two shares. */
  screen: MediaStreamTrack | null
}

/** A file of the question may be a Word file, which browsers cannot show. */
const wordFile = /\.docx?$/i
const accepted = 'image/*,application/pdf'
const unreadable = 'This file cannot be put on the board. Use a picture or a PDF.'
const someUnreadable = 'Some files cannot be put on the board. Use pictures or PDFs.'
const stillBusy = 'Please wait until the last file is added.'

/** Adds pictures and documents: from files, the camera, the question, a shared screen, pasted or dropped. */
export function usePictures({ model, view, boardId, canWrite, questionFile, screen }: Options) {
  const [progress, setProgress] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  /** The reason stays on the board, so the toast is only read out. */
  const refuse = (reason: string) => {
    setProblem(reason)
    toast({ kind: 'error', text: 'Not added to the board', description: reason, id: 'board-picture', isOnPage: true })
  }
  const [stopping] = useState(() => new AbortController())
  useEffect(() => () => stopping.abort(), [stopping])
  const fileInput = useRef<HTMLInputElement>(null)
  const cameraInput = useRef<HTMLInputElement>(null)
  const isBusy = progress !== null

  const add = async (read: () => Promise<Blob[] | null>, target: PictureTarget) => {
    if (!canWrite) return
    if (isBusy) return refuse(stillBusy)
    setProgress('Adding to the board…')
    setProblem(null)
    const options = {
      boardId,
      model,
      view,
      signal: stopping.signal,
      onProgress: (done: number, count: number) => {
        setProgress(count > 1 ? `Adding page ${done + 1} of ${count}…` : 'Adding to the board…')
      },
    }
    try {
      const files = await read()
      // Loaded with the first file, because most boards have none.
      const { addFiles } = await import('#app/boards/pictures/add-pictures.ts')
      const reason = files ? await addFiles(files, target, options) : unreadable
      if (reason && !stopping.signal.aborted) refuse(reason)
    } catch {
      if (!stopping.signal.aborted) refuse(networkProblem.refusal.text)
    } finally {
      setProgress(null)
    }
  }
  /** Returns whether there was a file. Several pictures become pages, because they would cover each other. */
  const addAll = (files: File[], target: PictureTarget) => {
    const readable = files.filter(({ type }) => type.startsWith('image/') || type === 'application/pdf')
    if (readable.length > 0) void add(() => Promise.resolve(readable), readable.length > 1 ? 'new page' : target)
    if (readable.length < files.length) refuse(readable.length > 0 ? someUnreadable : unreadable)
    return files.length > 0
  }
  const drop = useDrop((_first, all) => addAll(all, 'this page'), !canWrite)
  const questionName = questionFile && !wordFile.test(questionFile.name) ? questionFile.name : null
  const addQuestionFile = () => {
    if (questionFile) void add(() => fetchFile(questionFile, stopping.signal), 'new page')
  }

  return {
    progress,
    problem: problem && <PictureProblem problem={problem} onClose={() => setProblem(null)} />,
    dropZone: drop.dropProps,
    onPaste(event: ClipboardEvent): void {
      const { files, types } = event.clipboardData
      // Spreadsheets also copy a picture of the text.
      const isText = event.target instanceof HTMLTextAreaElement && types.includes('text/plain')
      if (canWrite && !isText && addAll([...files], 'this page')) event.preventDefault()
    },
    /** A button of its own, until the file is on the board. */
    fileButton: canWrite && questionName && !isOnBoard(model, questionName) && (
      <Button
        size="small"
        variant="quiet"
        title="File of the question"
        className="px-3!"
        disabled={isBusy}
        onClick={({ currentTarget }) => {
          // The button disappears when the file is on the board.
          currentTarget.closest('section')?.focus()
          addQuestionFile()
        }}
      >
        <FileText className="size-5" aria-hidden="true" />
        <span className="max-md:sr-only">File of the question</span>
      </Button>
    ),
    menuItems: (
      <>
        {questionName && (
          <MenuItem icon={<FileText />} disabled={isBusy} onSelect={addQuestionFile}>
            File of the question
          </MenuItem>
        )}
        <MenuItem icon={<Camera />} disabled={isBusy} onSelect={() => cameraInput.current?.click()}>
          Take a photo
        </MenuItem>
        <MenuItem icon={<ImagePlus />} disabled={isBusy} onSelect={() => fileInput.current?.click()}>
          Picture or PDF
        </MenuItem>
        {screen && (
          <MenuItem
            icon={<MonitorDown />}
            disabled={isBusy}
            onSelect={() => void add(() => captureScreen(screen), 'new page')}
          >
            Picture of the shared screen
          </MenuItem>
        )}
      </>
    ),
    inputs: (
      <>
        <FileInput
          ref={fileInput}
          label="Picture or PDF for the board"
          onFiles={(files) => addAll(files, 'new page')}
        />
        <FileInput
          ref={cameraInput}
          label="Photo for the board"
          capture
          onFiles={(files) => addAll(files, 'new page')}
        />
      </>
    ),
  }
}

function PictureProblem({ problem, onClose }: { problem: string; onClose(): void }) {
  return (
    <div className="pointer-events-auto flex max-w-full items-center gap-2 rounded-card border border-bad/40 bg-float py-1 pr-1 pl-4 text-small shadow-float">
      <CircleAlert className="size-4 shrink-0 text-bad" aria-hidden="true" />
      <p className="min-w-0">Not added to the board. {problem}</p>
      <Button
        size="small"
        variant="quiet"
        onClick={({ currentTarget }) => {
          currentTarget.closest('section')?.focus()
          onClose()
        }}
      >
        OK
      </Button>
    </div>
  )
}

/** Whether a page has this file. Its title begins with the name, see `addFiles`. */
function isOnBoard({ pages }: Drawing['model'], name: string): boolean {
  return pages().some(({ title }) => title?.startsWith(name.slice(0, pageTitleMaxLength)))
}

type InputProps = {
  ref: RefObject<HTMLInputElement | null>
  label: string
  /** Opens the camera of a phone. */
  capture?: boolean
  onFiles(files: File[]): void
}

function FileInput({ ref, label, capture = false, onFiles }: InputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept={capture ? 'image/*' : accepted}
      capture={capture ? 'environment' : undefined}
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])])
        // Reset, so that choosing the same file again fires a change event.
        currentTarget.value = ''
      }}
    />
  )
}

async function fetchFile({ url, name }: QuestionFile, signal: AbortSignal): Promise<Blob[] | null> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) return null
  const file = await answer.blob()
  const type = file.type || answer.headers.get('Content-Type') || ''
  if (!type.startsWith('image/') && type !== 'application/pdf') return null
  return [new File([file], name, { type })]
}

async function captureScreen(screen: MediaStreamTrack): Promise<Blob[] | null> {
  const { takeFrame } = await import('#app/boards/pictures/picture-blob.ts')
  const frame = await takeFrame(screen)
  return frame && [frame]
}
