import { useEffect, useRef, useState } from 'react'
import { closePicture, openPicture, photoProblem, renderPreview } from '#app/account/photo/photo-file.ts'
import { PhotoError, removePhoto, uploadPhoto } from '#app/account/photo/upload-photo.ts'
import { toast } from '#app/ui/toast.ts'
import type { Crop } from '#kernel/crop.ts'
import { refusals } from '#kernel/refusals.ts'

export type PhotoState =
  | { kind: 'idle' }
  | { kind: 'cropping'; file: File; picture: HTMLImageElement }
  | { kind: 'uploading'; preview: string; percent: number }
  | { kind: 'removing' }
  | { kind: 'success' }
  /** `wasToasted`: a toast has already announced the text. */
  | { kind: 'error'; text: string; wasToasted: boolean }

/** Toasts share this id, so that a new one replaces the previous one. */
const toastId = 'profile-photo'

type Options = { onChanged: ((url: string | null) => void) | undefined; initialState: PhotoState | undefined }

/** Handles choosing, cropping, uploading and removing a photo, and the error texts. */
export function usePhotoUpload({ onChanged, initialState = { kind: 'idle' } }: Options) {
  const [state, setState] = useState(initialState)
  // Undefined until the photo changes here; null after it was removed.
  const [changedUrl, setChangedUrl] = useState<string | null>()
  const runningUpload = useRef<AbortController>(null)
  useEffect(() => () => runningUpload.current?.abort(), [])

  const choose = async (file: File | undefined) => {
    if (!file) return
    const problem = photoProblem(file)
    if (problem) return setState({ kind: 'error', text: problem, wasToasted: false })
    const picture = await openPicture(file)
    if (picture) setState({ kind: 'cropping', file, picture })
    else setState({ kind: 'error', text: refusals.photo_type.text, wasToasted: false })
  }

  const upload = async (file: File, picture: HTMLImageElement, crop: Crop) => {
    const preview = renderPreview(picture, crop)
    closePicture(picture)
    const controller = new AbortController()
    runningUpload.current = controller
    setState({ kind: 'uploading', preview, percent: 0 })
    try {
      const url = await uploadPhoto(file, {
        crop,
        signal: controller.signal,
        onProgress: (percent) => setState({ kind: 'uploading', preview, percent }),
      })
      setChangedUrl(url)
      setState({ kind: 'success' })
      toast({ kind: 'success', text: 'Profile photo uploaded successfully', id: toastId })
      onChanged?.(url)
    } catch (error) {
      if (controller.signal.aborted) return setState({ kind: 'idle' })
      fail(error, { withReason: 'Upload failed', withoutReason: 'Failed to upload profile photo' })
    }
  }

  const remove = async () => {
    setState({ kind: 'removing' })
    try {
      await removePhoto()
      setChangedUrl(null)
      setState({ kind: 'idle' })
      toast({ kind: 'success', text: 'Profile photo removed', id: toastId, isOnPage: true })
      onChanged?.(null)
    } catch (error) {
      fail(error, { withReason: 'Removal failed', withoutReason: 'Failed to remove profile photo' })
    }
  }

  const fail = (error: unknown, texts: { withReason: string; withoutReason: string }) => {
    if (!(error instanceof PhotoError)) throw error
    const { message } = error
    setState({ kind: 'error', text: message || texts.withoutReason, wasToasted: true })
    toast({ kind: 'error', text: message ? `${texts.withReason}: ${message}` : texts.withoutReason, id: toastId })
  }

  const cancelCrop = () => {
    if (state.kind === 'cropping') closePicture(state.picture)
    setState({ kind: 'idle' })
  }
  const cancelUpload = () => runningUpload.current?.abort()
  return { state, changedUrl, choose, upload, remove, cancelCrop, cancelUpload }
}
