import { useRef } from 'react'
import { useFetcher } from 'react-router'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { PreviewResult } from '#app/team/search/preview-result.tsx'
import { topicKindTexts } from '#app/team/search/topic-text.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { FormAnswer } from '#app/base/forms/form-answer.ts'
import { type SearchTopic, topicKinds, type TopicPreview } from '#domain/discovery/contract.ts'
import { searchMaxLength, topicNameMaxLength } from '#kernel/limits.ts'

type Props = { topic: SearchTopic; isNew: boolean }

/** The fields of a topic, with a preview of what a query finds before and after the change. */
export function TopicForm({ topic, isNew }: Props) {
  const { Form, busy, problem } = useAnsweredForm({ id: 'topic' })
  const form = useRef<HTMLFormElement>(null)
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <Card as="section" aria-label="Topic">
        <Form ref={form} method="post" className="space-y-4">
          <input type="hidden" name="version" value={topic.version} />
          <Field label="Name" required>
            <TextInput name="name" defaultValue={topic.name} maxLength={topicNameMaxLength} autoComplete="off" />
          </Field>
          <Field
            label="Kind"
            hint="A language also finds experts who speak it. Ignored words are left out of searches."
          >
            <Select name="kind" defaultValue={topic.kind}>
              {topicKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {topicKindTexts[kind]}
                </option>
              ))}
            </Select>
          </Field>
          <ListField name="words" label="Words that students use" lines={topic.words} rows={10} required />
          <ListField name="subjects" label="Subjects to find" lines={topic.subjects} rows={4} />
          <ListField name="related" label="Related subjects, found after them" lines={topic.related} rows={4} />
          <ErrorLine text={problem} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="act" value="save" busy={busy}>
              Save topic
            </Button>
            {!isNew && (
              <Button type="submit" name="act" value="remove" variant="quiet" formNoValidate busy={busy}>
                Remove topic
              </Button>
            )}
          </div>
        </Form>
      </Card>
      <PreviewCard readTopic={() => new FormData(form.current ?? undefined)} />
    </div>
  )
}

type ListFieldProps = { name: string; label: string; lines: string[]; rows: number; required?: boolean }

function ListField({ name, label, lines, rows, required = false }: ListFieldProps) {
  return (
    <Field label={label} required={required}>
      <TextArea name={name} defaultValue={lines.join('\n')} rows={rows} />
    </Field>
  )
}

type Answer = FormAnswer | { preview: TopicPreview }

function PreviewCard({ readTopic }: { readTopic(): FormData }) {
  const fetcher = useFetcher<Answer>()
  const { data } = fetcher
  return (
    <Card as="section" aria-label="Preview">
      <CardHeader
        title="Preview"
        description="The experts that a query finds today and with your change. Nothing is saved."
      />
      <fetcher.Form
        method="post"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          const entered = readTopic()
          entered.set('act', 'preview')
          entered.set('query', String(new FormData(event.currentTarget).get('query') ?? ''))
          void fetcher.submit(entered, { method: 'post' })
        }}
      >
        <Field label="Query" required>
          <TextInput name="query" maxLength={searchMaxLength} autoComplete="off" />
        </Field>
        <ErrorLine text={data && 'refusal' in data ? data.refusal.text : undefined} />
        <Button type="submit" variant="outline" busy={fetcher.state !== 'idle'}>
          Preview
        </Button>
      </fetcher.Form>
      <div role="status">{data && 'preview' in data && <PreviewResult preview={data.preview} />}</div>
    </Card>
  )
}
