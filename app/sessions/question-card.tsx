import { Paperclip } from 'lucide-react'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import { FormulaText, formulaTextBox } from '#app/ui/formula.tsx'
import type { SessionView } from '#domain/sessions/contract.ts'

type QuestionFields = Pick<SessionView, 'id' | 'question' | 'fileName' | 'fileType'>

/** The student's question and its file. */
export function QuestionCard({ session }: { session: QuestionFields }) {
  const { question, fileName } = session
  return (
    <Card as="section" className="print:hidden">
      <CardHeader title="Question" />
      {question ? (
        <p className={cx('max-w-prose whitespace-pre-line wrap-anywhere', formulaTextBox)}>
          <FormulaText text={question} />
        </p>
      ) : (
        <p className="text-soft">{fileName ? 'The student sent only a file.' : 'This question is no longer stored.'}</p>
      )}
      {fileName && <QuestionFile session={session} name={fileName} />}
    </Card>
  )
}

/** Shows only images that the server re-encoded. All other files are download links. */
function QuestionFile({ session: { id, fileType }, name }: { session: QuestionFields; name: string }) {
  const path = `/sessions/${id}/file`
  return (
    <div className="mt-4">
      {fileType?.startsWith('image/') && (
        <img
          src={`${path}?inline`}
          alt="File sent with the question"
          loading="lazy"
          className="mb-3 max-h-96 max-w-full rounded-control border border-line"
        />
      )}
      <a
        href={path}
        download={name}
        className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-control border border-line px-3.5 text-small font-medium hover:border-line-strong"
      >
        <Paperclip className="size-4 shrink-0" aria-hidden="true" />
        <span className="sr-only">Download </span>
        <span className="min-w-0 truncate">{name}</span>
      </a>
    </div>
  )
}
