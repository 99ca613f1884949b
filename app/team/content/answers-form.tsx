import { ArrowUp, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { CommonAnswer } from '#domain/content/contract.ts'
import { commonAnswerMaxLength, commonAnswersMax, commonQuestionMaxLength } from '#kernel/limits.ts'

type Props = { answers: CommonAnswer[]; version: number }

/** Common questions and answers, shown as plain text. */
export function AnswersForm({ answers, version }: Props) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'answers' })
  return (
    <Card as="section">
      <CardHeader title="Common answers" description="Shown on the How It Works page in this order." />
      <Form method="post" className="space-y-5">
        <input type="hidden" name="version" value={version} />
        <AnswerRows key={version} answers={answers} />
        <ErrorLine text={problem} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="act" value="answers" busy={busy}>
            Save answers
          </Button>
          <Button type="submit" name="act" value="original_answers" variant="quiet" formNoValidate busy={busy}>
            Restore the original texts
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function AnswerRows({ answers }: Pick<Props, 'answers'>) {
  const [rows, setRows] = useState(() => answers.map((answer, index) => ({ ...answer, key: String(index) })))
  const add = () => setRows([...rows, { key: crypto.randomUUID(), question: '', answer: '' }])
  const remove = (key: string) => setRows(rows.filter((row) => row.key !== key))
  const moveUp = (index: number) => {
    const row = rows[index]
    if (row) setRows(rows.toSpliced(index, 1).toSpliced(index - 1, 0, row))
  }
  return (
    <>
      <ol className="space-y-5">
        {rows.map((row, index) => (
          <li key={row.key} className="space-y-3 border-t border-line pt-4">
            <div className="flex items-end gap-2">
              <Field label={`Question ${index + 1}`} className="min-w-0 flex-1" required>
                <TextInput name="question" defaultValue={row.question} maxLength={commonQuestionMaxLength} />
              </Field>
              {index > 0 && (
                <IconButton label={`Move question ${index + 1} up`} icon={<ArrowUp />} onClick={() => moveUp(index)} />
              )}
              {rows.length > 1 && (
                <IconButton label={`Remove question ${index + 1}`} icon={<X />} onClick={() => remove(row.key)} />
              )}
            </div>
            <Field label={`Answer ${index + 1}`} required>
              <TextArea name="answer" defaultValue={row.answer} maxLength={commonAnswerMaxLength} rows={3} />
            </Field>
          </li>
        ))}
      </ol>
      {rows.length < commonAnswersMax && (
        <Button variant="outline" onClick={add}>
          <Plus className="size-4" aria-hidden="true" />
          Add a question
        </Button>
      )}
    </>
  )
}
