import { FileText, Paperclip, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { useZone } from '#app/base/zone.tsx'
import { acceptedFiles, findFileProblem, fileSize, uploadFile } from '#app/sessions/request/question-file.ts'
import { documentsPath } from '#app/team/applications/documents-path.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Progress } from '#app/ui/progress.tsx'
import type { Application, ApplicationDocument } from '#domain/applications/contract.ts'
import { dayAndTime } from '#kernel/time.ts'

/** Documents from the applicant, visible only to the team. Each download is written to the audit log. */
export function DocumentsCard({ application }: { application: Application }) {
  const section = useRef<HTMLElement>(null)
  const { id, documents, stage } = application
  return (
    <Card as="section" aria-labelledby="documents">
      <CardHeader
        title={
          <span id="documents" ref={section} tabIndex={-1} className="outline-none">
            Documents
          </span>
        }
        description="The audit log records each time a document is opened."
      />
      {documents.length === 0 ? (
        <p className="text-soft">None yet.</p>
      ) : (
        <ul className="divide-y divide-line">
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} returnTo={section} />
          ))}
        </ul>
      )}
      {stage !== 'rejected' && <AddDocument applicationId={id} />}
    </Card>
  )
}

type RowProps = { document: ApplicationDocument; returnTo: { current: HTMLElement | null } }

function DocumentRow({ document: { id, name, sizeBytes, storedAt }, returnTo }: RowProps) {
  const zone = useZone()
  const { Form, busy, problem } = useAnsweredForm({ id: `document-${id}`, isOnPage: true, returnTo })
  return (
    <li className="flex items-center gap-3 py-2">
      <FileText className="size-5 shrink-0 text-quiet" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <a
          href={`${documentsPath}/${id}`}
          download
          className="inline-flex min-h-11 items-center font-medium underline underline-offset-4 wrap-anywhere md:min-h-0"
        >
          {name}
        </a>
        <p className="figures text-small text-quiet">
          {fileSize(sizeBytes)}, {dayAndTime(storedAt, zone)}
        </p>
        <ErrorLine text={problem} />
      </div>
      <Form method="post">
        <input type="hidden" name="act" value="remove" />
        <input type="hidden" name="document" value={id} />
        <IconButton
          type="submit"
          disabled={busy}
          label={`Remove ${name}`}
          icon={<Trash2 className="size-4.5" aria-hidden="true" />}
        />
      </Form>
    </li>
  )
}

type State = { kind: 'idle' } | { kind: 'sending'; name: string; percent: number } | { kind: 'error'; text: string }

function AddDocument({ applicationId }: { applicationId: string }) {
  const [state, setState] = useState<State>({ kind: 'idle' })
  const [addedName, setAddedName] = useState('')
  const fileInput = useRef<HTMLInputElement>(null)
  const uploadAbort = useRef<AbortController>(null)
  const { revalidate } = useRevalidator()
  useEffect(() => () => uploadAbort.current?.abort(), [])

  const send = async (file: File) => {
    const problem = findFileProblem(file)
    if (problem) return setState({ kind: 'error', text: problem })
    const { name } = file
    uploadAbort.current = new AbortController()
    const { signal } = uploadAbort.current
    const onProgress = (percent: number) => setState({ kind: 'sending', name, percent })
    onProgress(0)
    const query = new URLSearchParams({ application: applicationId, name })
    const answer = await uploadFile(`${documentsPath}?${query}`, file, { onProgress, signal })
    if (signal.aborted) return
    if ('error' in answer) return setState({ kind: 'error', text: answer.error })
    setState({ kind: 'idle' })
    setAddedName(name)
    await revalidate()
  }

  return (
    <div className="mt-4">
      {state.kind === 'sending' ? (
        <Progress label={<span className="block truncate">{state.name}</span>} value={state.percent} />
      ) : (
        <Button variant="outline" size="small" onClick={() => fileInput.current?.click()}>
          <Paperclip className="size-4" aria-hidden="true" />
          Add a document
        </Button>
      )}
      <p className="mt-2 text-small text-quiet">PDF, image or Word, at most 10 MB.</p>
      <ErrorLine text={state.kind === 'error' ? state.text : undefined} />
      <p role="status" className="sr-only">
        {addedName && `${addedName} is added`}
      </p>
      <input
        ref={fileInput}
        type="file"
        hidden
        aria-label="Choose a document"
        accept={acceptedFiles}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void send(file)
          // Reset, so that choosing the same file again after an error fires a change event.
          target.value = ''
        }}
      />
    </div>
  )
}
