import { useCallback, useEffect, useRef, useState } from 'react'
import { fileProblem, type StoredFile, uploadFile } from '#app/sessions/request/question-file.ts'
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
export function useQuestionFile(first: StoredFile | null): QuestionFile {
  const [state, setState] = useState<FileState>(() =>
    first ? { kind: 'stored', file: first, name: first.name, size: null, preview: null } : { kind: 'none' },
  )
  const uploadResult = useRef<Promise<StoredFile | null | false>>(Promise.resolve(first))
  const running = useRef<AbortController>(null)
  const clearFile = useCallback(() => {
    running.current?.abort()
    running.current = null
    uploadResult.current = Promise.resolve(null)
  }, [])
  useEffect(() => clearFile, [clearFile])

  const send = async (file: File, stopper: AbortController) => {
    const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
    if (preview) stopper.signal.addEventListener('abort', () => URL.revokeObjectURL(preview))
    const shown: Shown = { name: file.name, size: file.size, preview }
    const { signal } = stopper
    const onProgress = (percent: number) =>
      signal.aborted || setState({ ...shown, kind: 'uploading', percent })
    onProgress(0)
    const address = `${questionFilesPath}?name=${encodeURIComponent(file.name)}`
    const answer = await uploadFile(address, file, { onProgress, signal })
    if (signal.aborted) return null
    if ('error' in answer) {
      setState({ kind: 'error', text: answer.error })
      return false
    }
    setState({ ...shown, kind: 'stored', file: answer })
    return answer
  }

  return {
    state,
    choose(file) {
      if (!file) return
      clearFile()
      const problem = fileProblem(file)
      if (problem) return setState({ kind: 'error', text: problem })
      running.current = new AbortController()
      uploadResult.current = send(file, running.current)
    },
    remove() {
      clearFile()
      setState({ kind: 'none' })
    },
    whenSettled: () => uploadResult.current,
  }
}
