import { Camera, CircleAlert, ImageUp } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { CropDialog } from '#app/account/photo/crop-dialog.tsx'
import { photoTypes } from '#app/account/photo/photo-file.ts'
import { RemovePhoto } from '#app/account/photo/remove-photo.tsx'
import { type PhotoState, usePhotoUpload } from '#app/account/photo/use-photo-upload.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Progress } from '#app/ui/progress.tsx'
import { useDrop } from '#app/ui/use-drop.ts'

const accept = photoTypes.join(',')

type Props = {
  /** The owner of the photo. The initials are shown when there is no photo. */
  name: string
  currentUrl: string | null
  /** Called after the server has saved or removed the photo. */
  onChanged?(url: string | null): void
  /** The initial state, set only by the component gallery. */
  initialState?: PhotoState
}

/**
 * Lets users drop, choose or take a photo, crop it and upload it. Until the upload is done, a preview is shown and the
 * old photo stays saved.
 */
export function PhotoField({ name, currentUrl, onChanged, initialState }: Props) {
  const { state, changedUrl, choose, upload, remove, cancelCrop, cancelUpload } = usePhotoUpload({
    onChanged,
    initialState,
  })
  const fileInput = useRef<HTMLInputElement>(null)
  const cameraInput = useRef<HTMLInputElement>(null)
  const chooseButton = useRef<HTMLButtonElement>(null)
  const labelId = useId()
  const textId = useId()
  const isUploading = state.kind === 'uploading'
  const busy = isUploading || state.kind === 'removing'
  const { isOver, dropProps } = useDrop((file) => void choose(file), busy)
  const url = changedUrl === undefined ? currentUrl : changedUrl

  // The remove button disappears with the photo, so the focus must move.
  useEffect(() => {
    if (changedUrl === null) chooseButton.current?.focus()
  }, [changedUrl])

  const onCancel = () => {
    cancelUpload()
    chooseButton.current?.focus()
  }
  const renderInput = (ref: typeof fileInput, label: string, capture?: 'user') => (
    <input
      ref={ref}
      type="file"
      hidden
      aria-label={label}
      accept={accept}
      capture={capture}
      onChange={(event) => {
        void choose(event.target.files?.[0])
        // Without this, choosing the same file again after an error fires no change event.
        event.target.value = ''
      }}
    />
  )

  return (
    <div
      role="group"
      aria-labelledby={labelId}
      {...dropProps}
      className={cx(
        'flex flex-wrap items-center gap-x-6 gap-y-4 rounded-card border border-dashed p-5 transition-colors',
        isOver ? 'border-accent bg-float' : 'border-line-strong',
      )}
    >
      <Avatar name={name} src={isUploading ? state.preview : url} size="huge" />
      <div className="min-w-0 flex-1 basis-56">
        <p id={labelId} className="text-small font-semibold">
          Profile photo
        </p>
        {isUploading ? (
          <Progress label="Uploading your photo" value={state.percent} className="mt-2" />
        ) : (
          <p id={textId} className="mt-1 text-small text-quiet">
            JPEG, PNG or WebP, at most 5 MB.
            <span className="pointer-coarse:hidden"> Drop it here, or choose it.</span>
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          {/* The button stays during an upload, to keep the focus. */}
          <Button
            ref={chooseButton}
            variant="outline"
            size="small"
            busy={isUploading}
            aria-disabled={busy}
            aria-describedby={isUploading ? undefined : textId}
            onClick={() => !busy && fileInput.current?.click()}
          >
            <ImageUp className="size-4" aria-hidden="true" />
            Choose a photo
          </Button>
          {isUploading ? (
            <Button variant="quiet" size="small" onClick={onCancel}>
              Cancel
            </Button>
          ) : (
            <Button
              variant="outline"
              size="small"
              aria-disabled={busy}
              onClick={() => !busy && cameraInput.current?.click()}
              className="pointer-fine:hidden"
            >
              <Camera className="size-4" aria-hidden="true" />
              Take a photo
            </Button>
          )}
          {url && !isUploading && <RemovePhoto busy={busy} onRemove={() => void remove()} returnTo={chooseButton} />}
        </div>
        {state.kind === 'error' && (
          <p role={state.wasToasted ? undefined : 'alert'} className="mt-3 flex gap-1.5 text-small text-bad">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            <span>{state.text}</span>
          </p>
        )}
        <p role="status" className="sr-only">
          {isUploading && 'Uploading your photo'}
          {isUploading && state.percent === 100 && ', almost done'}
        </p>
      </div>
      {renderInput(fileInput, 'Choose a photo')}
      {renderInput(cameraInput, 'Take a photo', 'user')}
      {state.kind === 'cropping' && (
        <CropDialog
          picture={state.picture}
          onChosen={(crop) => void upload(state.file, state.picture, crop)}
          onCancelled={cancelCrop}
        />
      )}
    </div>
  )
}
