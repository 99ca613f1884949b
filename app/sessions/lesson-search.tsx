import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { filterFields } from '#app/sessions/session-filter.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { SessionFilter } from '#domain/sessions/contract.ts'
import { lessonSearchMaxLength } from '#kernel/limits.ts'

type Props = { filter: SessionFilter; path: string; isExpert: boolean }

/** A plain form that keeps the other filters. */
export function LessonSearch({ filter, path, isExpert }: Props) {
  const { words, ...others } = filterFields(filter)
  const input = useRef<HTMLInputElement>(null)
  // "Show all sessions" and the back button change the URL without the field.
  useEffect(() => {
    if (input.current) input.current.value = words
  }, [words])
  return (
    <Form
      action={path}
      role="search"
      aria-label="Search your sessions"
      preventScrollReset
      className="mb-3 flex items-end gap-2"
    >
      {Object.entries(others)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      <Field
        label={isExpert ? 'Search questions, summaries and chat' : 'Search questions, summaries, feedback and chat'}
        className="min-w-0 flex-1"
      >
        <TextInput
          ref={input}
          type="search"
          name="words"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={lessonSearchMaxLength}
          defaultValue={words}
        />
      </Field>
      <Button type="submit" variant="outline" aria-label="Search">
        <Search className="size-4.5" aria-hidden="true" />
      </Button>
    </Form>
  )
}
