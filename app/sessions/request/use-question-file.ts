import { useCallback, useEffect, useRef, useState } from 'react'
import { findFileProblem, type StoredFile, uploadFile } from '#app/sessions/request/question-file.ts'
import { questionFilesPath } from '#app/sessions/request/question-files-address.ts'

/** Display data of a file. A file restored from a draft has only a name. */
type Shown = { name: string; size: number | null; preview: string | null }

export type FileState =
  | { kind: 'none' }
  | (Shown & { kind: 'uploading'; percent: number })
  | (Shown & { kind: 'stored'; file: StoredFile })
  | { kind: 'error'; text: string }

export type QuestionFile = {
  state: FileState
  choose(file: File | undefined): void
  remove(): void
  /** Resolves to the uploaded file, null without a file, or false when the upload failed. */
  whenSettled(): Promise<StoredFile | null | false>
}

/** Manages the question file. The upload starts as soon as a file is chosen. */
export function useQuestionFile(initialFile: StoredFile | null): QuestionFile {
  const [state, setState] = useState<FileState>(() =>
    initialFile
      ? { kind: 'stored', file: initialFile, name: initialFile.name, size: null, preview: null }
      : { kind: 'none' },
  )
  const uploadResult = useRef<Promise<StoredFile | null | false>>(Promise.resolve(initialFile))
  const runningUpload = useRef<AbortController>(null)
  const clearFile = useCallback(() => {
    runningUpload.current?.abort()
    runningUpload.current = null
    uploadResult.current = Promise.resolve(null)
  }, [])
  useEffect(() => clearFile, [clearFile])

  const upload = async (file: File, controller: AbortController) => {
    const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
    if (preview) controller.signal.addEventListener('abort', () => URL.revokeObjectURL(preview))
    const shown: Shown = { name: file.name, size: file.size, preview }
    const { signal } = controller
    const onProgress = (percent: number) => signal.aborted || setState({ ...shown, kind: 'uploading', percent })
    onProgress(0)
    const address = `${questionFilesPath}?name=${encodeURIComponent(file.name)}`
    const result = await uploadFile(address, file, { onProgress, signal })
    if (signal.aborted) return null
    if ('error' in result) {
      setState({ kind: 'error', text: result.error })
      return false
    }
    setState({ ...shown, kind: 'stored', file: result })
    return result
  }

  return {
    state,
    choose(file) {
      if (!file) return
      clearFile()
      const problem = findFileProblem(file)
      if (problem) return setState({ kind: 'error', text: problem })
      runningUpload.current = new AbortController()
      uploadResult.current = upload(file, runningUpload.current)
    },
    remove() {
      clearFile()
      setState({ kind: 'none' })
    },
    whenSettled: () => uploadResult.current,
  }
}
