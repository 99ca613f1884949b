import { useEffect, useRef, useState } from 'react'
import { closePicture, openPicture, photoProblem, previewOf } from '#app/features/photo/photo-file.ts'
import { UploadFailed, uploadPhoto } from '#app/features/photo/upload-photo.ts'
import { toast } from '#app/ui/toast.tsx'
import type { Crop } from '#kernel/crop.ts'
import { refusals } from '#kernel/refusals.ts'

export type PhotoState =
  | { kind: 'idle' }
  | { kind: 'cropping'; file: File; picture: HTMLImageElement }
  | { kind: 'uploading'; preview: string; percent: number }
  | { kind: 'success' }
  /** `said`: a toast has already read the words out. */
  | { kind: 'error'; text: string; said: boolean }

/** What happened last is what counts. */
const toastId = 'profile-photo'

type Options = { onUploaded: ((url: string) => void) | undefined; first: PhotoState | undefined }

/** From a file that somebody chose to a photo that the server has, or to the words why not. */
export function usePhotoUpload({ onUploaded, first = { kind: 'idle' } }: Options) {
  const [state, setState] = useState(first)
  const [uploadedUrl, setUploadedUrl] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const choose = async (file: File | undefined) => {
    if (!file) return
    const problem = photoProblem(file)
    if (problem) return setState({ kind: 'error', text: problem, said: false })
    const picture = await openPicture(file)
    if (picture) setState({ kind: 'cropping', file, picture })
    else setState({ kind: 'error', text: refusals.photo_type.text, said: false })
  }

  const upload = async (file: File, picture: HTMLImageElement, crop: Crop) => {
    const preview = previewOf(picture, crop)
    closePicture(picture)
    const stopper = new AbortController()
    running.current = stopper
    setState({ kind: 'uploading', preview, percent: 0 })
    try {
      const url = await uploadPhoto(file, {
        crop,
        signal: stopper.signal,
        onProgress: (percent) => setState({ kind: 'uploading', preview, percent }),
      })
      setUploadedUrl(url)
      setState({ kind: 'success' })
      toast({ kind: 'success', text: 'Profile photo uploaded successfully', id: toastId })
      onUploaded?.(url)
    } catch (error) {
      if (stopper.signal.aborted) return setState({ kind: 'idle' })
      if (!(error instanceof UploadFailed)) throw error
      const fallback = 'Failed to upload profile photo'
      setState({ kind: 'error', text: error.message || fallback, said: true })
      toast({
        kind: 'error',
        text: error.message ? `Upload failed: ${error.message}` : fallback,
        id: toastId,
      })
    }
  }

  const leaveCrop = () => {
    if (state.kind === 'cropping') closePicture(state.picture)
    setState({ kind: 'idle' })
  }
  return { state, uploadedUrl, choose, upload, leaveCrop, cancel: () => running.current?.abort() }
}
