import { useCallback, useEffect, useRef, useState } from 'react'
import { forgetQuestionFile, keepQuestionFile, readQuestionFile } from '#app/base/question-file-store.ts'
import { readQuestionDraft } from '#app/base/question-draft.ts'
import { useViewer } from '#app/base/use-viewer.ts'
import { findFileProblem, type StoredFile, uploadFile } from '#app/sessions/request/question-file.ts'
import { questionFilesPath } from '#app/sessions/request/question-files-path.ts'
import { mayShrink, shrinkPicture } from '#app/sessions/request/shrink-picture.ts'

/** Display data of a file. A file restored from a draft has only a name. */
type ShownFile = { name: string; size: number | null; preview: string | null }

export type FileState =
  | { kind: 'none' }
  /** A picture that is made smaller before it is sent. */
  | (ShownFile & { kind: 'shrinking' })
  /** A visitor's file, uploaded after the sign-up. */
  | (ShownFile & { kind: 'waiting'; original: File })
  | (ShownFile & { kind: 'uploading'; original: File; percent: number })
  | (ShownFile & { kind: 'failed'; original: File })
  | (ShownFile & { kind: 'stored'; file: StoredFile })

export type QuestionFile = {
  state: FileState
  /** The reason why the last file was refused or its upload failed. */
  problem: string | undefined
  choose(file: File | undefined): void
  retry(): void
  remove(): void
  /** Resolves to the uploaded file, null without a file, or false when the upload failed. */
  whenSettled(): Promise<StoredFile | null | false>
}

/**
 * Manages the question file. The upload starts as soon as there is an account. A file that is refused leaves the
 * earlier one in place.
 */
export function useQuestionFile(initialFile: StoredFile | null): QuestionFile {
  const viewerId = useViewer()?.id ?? null
  const [state, setState] = useState<FileState>(() => (initialFile ? storedState(initialFile) : { kind: 'none' }))
  const [problem, setProblem] = useState<string>()
  const result = useRef<Promise<StoredFile | null | false>>(Promise.resolve(initialFile))
  const runningUpload = useRef<AbortController>(null)
  /** Aborted when the picture that is being shrunk is no longer wanted. */
  const shrinking = useRef<AbortController>(null)
  const previews = useRef<string[]>([])

  const stopUpload = useCallback(() => {
    runningUpload.current?.abort()
    runningUpload.current = null
  }, [])
  useEffect(
    () => () => {
      shrinking.current?.abort()
      stopUpload()
      for (const preview of previews.current.splice(0)) URL.revokeObjectURL(preview)
    },
    [stopUpload],
  )

  const describe = useCallback((file: File): ShownFile => {
    const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
    if (preview) previews.current.push(preview)
    return { name: file.name, size: file.size, preview }
  }, [])

  /** Restores `before` when the server refuses the file. */
  const upload = useCallback(
    (original: File, shown: ShownFile, before: FileState) => {
      stopUpload()
      const controller = new AbortController()
      runningUpload.current = controller
      const { signal } = controller
      const onProgress = (percent: number) =>
        signal.aborted || setState({ ...shown, kind: 'uploading', original, percent })
      const send = async () => {
        onProgress(0)
        const url = `${questionFilesPath}?name=${encodeURIComponent(original.name)}`
        const answer = await uploadFile(url, original, { onProgress, signal })
        if (signal.aborted) return null
        if ('file' in answer) {
          setState({ ...shown, kind: 'stored', file: answer.file })
          void forgetQuestionFile()
          return answer.file
        }
        setProblem(answer.error)
        if (answer.canRetry) {
          setState({ ...shown, kind: 'failed', original })
        } else {
          void forgetQuestionFile()
          setState(before)
          result.current = Promise.resolve(before.kind === 'stored' ? before.file : null)
        }
        return false
      }
      result.current = send()
    },
    [stopUpload],
  )

  // The file from before a reload or sign-in: already uploaded, or waiting for an account.
  const hasRestored = useRef(initialFile !== null)
  useEffect(() => {
    if (hasRestored.current) return
    hasRestored.current = true
    const showIfNone = (found: FileState) => setState((current) => (current.kind === 'none' ? found : current))
    const stored = readQuestionDraft(viewerId)?.file
    if (stored) {
      result.current = Promise.resolve(stored)
      showIfNone(storedState(stored))
      return
    }
    const restore = async () => {
      const original = await readQuestionFile(viewerId)
      if (original) showIfNone({ ...describe(original), kind: 'waiting', original })
    }
    void restore()
  }, [viewerId, describe])
  useEffect(() => {
    if (viewerId && state.kind === 'waiting') upload(state.original, shownOf(state), { kind: 'none' })
  }, [viewerId, state, upload])

  /** Returns false for a file that is refused. The earlier one stays in place. */
  const add = (file: File): boolean => {
    const refused = findFileProblem(file)
    setProblem(refused ?? undefined)
    if (refused) return false
    hasRestored.current = true
    void keepQuestionFile(file, viewerId)
    const shown = describe(file)
    if (viewerId) upload(file, shown, state.kind === 'stored' ? state : { kind: 'none' })
    else setState({ ...shown, kind: 'waiting', original: file })
    return true
  }

  const retry = () => {
    if (state.kind !== 'failed') return
    setProblem(undefined)
    upload(state.original, shownOf(state), { kind: 'none' })
  }

  return {
    state,
    problem,
    retry,
    choose(file) {
      if (!file) return
      shrinking.current?.abort()
      if (!mayShrink(file)) return void add(file)
      hasRestored.current = true
      const controller = new AbortController()
      shrinking.current = controller
      setProblem(undefined)
      if (state.kind === 'none') setState({ kind: 'shrinking', name: file.name, size: file.size, preview: null })
      const earlier = result.current
      const shrinkAndAdd = async () => {
        const shrunk = await shrinkPicture(file)
        if (controller.signal.aborted) return null
        result.current = earlier
        setState((current) => (current.kind === 'shrinking' ? { kind: 'none' } : current))
        return add(shrunk) ? result.current : false
      }
      result.current = shrinkAndAdd()
    },
    remove() {
      shrinking.current?.abort()
      stopUpload()
      void forgetQuestionFile()
      setProblem(undefined)
      setState({ kind: 'none' })
      result.current = Promise.resolve(null)
    },
    whenSettled() {
      if (state.kind === 'failed') retry()
      return result.current
    },
  }
}

/** The state of a file that was uploaded on an earlier page. */
function storedState(file: StoredFile): FileState {
  return { kind: 'stored', file, name: file.name, size: null, preview: null }
}

function shownOf({ name, size, preview }: ShownFile): ShownFile {
  return { name, size, preview }
}
