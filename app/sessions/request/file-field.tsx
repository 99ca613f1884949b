import { Camera, CircleAlert, FileText, Paperclip, X } from 'lucide-react'
import { type RefObject, useId, useRef } from 'react'
import { opensChooser } from '#app/base/taps/early-taps.ts'
import { acceptedFiles, fileSize } from '#app/sessions/request/question-file.ts'
import type { FileState, QuestionFile } from '#app/sessions/request/use-question-file.ts'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { useDrop } from '#app/ui/use-drop.ts'

/** Attaches an image or document to the question, by file picker or drag and drop. */
export function FileField({ upload: { state, problem, choose, retry, remove } }: { upload: QuestionFile }) {
  const { isOver, dropProps } = useDrop(choose)
  const fileInput = useRef<HTMLInputElement>(null)
  const cameraInput = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const labelId = useId()
  const hintId = useId()
  const inputId = useId()
  const cameraId = useId()

  const onRemove = () => {
    remove()
    // The remove button disappears with the file, so move the focus.
    setTimeout(() => chooseButton.current?.focus())
  }

  return (
    <div
      role="group"
      aria-labelledby={labelId}
      {...dropProps}
      className={cx(
        'rounded-card border border-dashed p-3 transition-colors',
        isOver ? 'border-accent bg-raised' : 'border-line-strong',
      )}
    >
      <span id={labelId} className="sr-only">
        File for your question
      </span>
      {state.kind === 'none' ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button
            ref={chooseButton}
            variant="outline"
            size="small"
            aria-describedby={hintId}
            {...opensChooser(inputId)}
            onClick={() => fileInput.current?.click()}
          >
            <Paperclip className="size-4" aria-hidden="true" />
            Add a file
          </Button>
          <Button
            variant="outline"
            size="small"
            {...opensChooser(cameraId)}
            onClick={() => cameraInput.current?.click()}
            className="pointer-fine:hidden"
          >
            <Camera className="size-4" aria-hidden="true" />
            Take a photo
          </Button>
          <p id={hintId} className="min-w-0 flex-1 basis-44 text-small text-quiet">
            Image, PDF or Word, at most 10 MB.
            <span className="pointer-coarse:hidden"> Drop it here, or choose it.</span>
          </p>
        </div>
      ) : (
        <Chosen state={state} onRetry={retry} onRemove={onRemove} />
      )}
      {problem && (
        <p role="alert" className="mt-2.5 flex gap-1.5 text-small text-bad">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>{problem}</span>
        </p>
      )}
      <p role="status" className="sr-only">
        {state.kind === 'shrinking' && 'Making the picture smaller'}
        {(state.kind === 'stored' || state.kind === 'waiting') && `${state.name} is added`}
      </p>
      <FileInput ref={fileInput} id={inputId} label="Choose a file" accept={acceptedFiles} onFile={choose} />
      <FileInput
        ref={cameraInput}
        id={cameraId}
        label="Take a photo"
        accept="image/*"
        capture="environment"
        onFile={choose}
      />
    </div>
  )
}

type InputProps = {
  ref: RefObject<HTMLInputElement | null>
  id: string
  label: string
  accept: string
  /** Opens the camera of a phone. */
  capture?: 'environment'
  onFile(file: File | undefined): void
}

function FileInput({ label, onFile, ...props }: InputProps) {
  return (
    <input
      {...props}
      type="file"
      hidden
      aria-label={label}
      onChange={(event) => {
        onFile(event.target.files?.[0])
        // Reset, so that choosing the same file again after an error fires a change event.
        event.target.value = ''
      }}
    />
  )
}

type ChosenProps = { state: Exclude<FileState, { kind: 'none' }>; onRetry(): void; onRemove(): void }

function Chosen({ state, onRetry, onRemove }: ChosenProps) {
  const { name, size, preview } = state
  return (
    <div className="flex items-center gap-3">
      <span className="flex size-14 shrink-0 items-center justify-center overflow-hidden rounded-control bg-line">
        {preview ? (
          <img src={preview} alt="" className="size-full object-cover" />
        ) : (
          <FileText className="size-6 text-quiet" aria-hidden="true" />
        )}
      </span>
      <div className="min-w-0 flex-1">
        {state.kind === 'uploading' ? (
          <Progress label={<span className="block truncate">{name}</span>} value={state.percent} />
        ) : (
          <>
            <p className="truncate text-small font-medium">{name}</p>
            <p className="figures text-small text-quiet">
              {state.kind === 'shrinking' ? 'Making the picture smaller…' : size !== null && fileSize(size)}
            </p>
          </>
        )}
      </div>
      {state.kind === 'failed' && (
        <Button variant="outline" size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
      <IconButton label={`Remove ${name}`} icon={<X className="size-4.5" aria-hidden="true" />} onClick={onRemove} />
    </div>
  )
}
