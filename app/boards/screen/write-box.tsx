import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { boardTextMaxLength, formulaMaxLength } from '#app/boards/document/elements.ts'
import { focusFirstText } from '#app/base/forms/focus-on-text.ts'
import { Formula } from '#app/ui/formula.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

type Props = {
  kind: 'text' | 'formula'
  /** The text of an element that is changed; empty for a new one. */
  initial: string
  onDone(text: string): void
  onCancel(): void
}

/**
 * The input box for a text or a formula. It is at the top of the board, where the keyboard of a phone does not cover
 * it.
 */
export function WriteBox({ kind, initial, onDone, onCancel }: Props) {
  const [text, setText] = useState(initial)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => focusFirstText(form.current), [])
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    onDone(text.trim())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel()
    // A text has several lines; a formula has one.
    if (event.key === 'Enter' && (kind === 'formula' || event.ctrlKey || event.metaKey)) submit(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the field inside
    <form
      ref={form}
      data-write-box=""
      aria-label={kind === 'text' ? 'Text for the board' : 'Formula for the board'}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      className="absolute inset-x-2 top-2 z-10 mx-auto grid max-w-form animate-rise-in gap-3 rounded-card border border-line bg-float p-4 shadow-float"
    >
      <Field
        label={kind === 'text' ? 'Text' : 'Formula in LaTeX'}
        hint={kind === 'formula' ? 'For example \\frac{a}{b}, x^2, \\sqrt{2} or \\int_0^1' : undefined}
      >
        <TextArea
          rows={kind === 'text' ? 3 : 2}
          value={text}
          maxLength={kind === 'text' ? boardTextMaxLength : formulaMaxLength}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Field>
      {kind === 'formula' && text.trim() && (
        <div className="overflow-x-auto py-1 text-lead">
          <Formula latex={text} isBlock={false} source={text} />
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" type="submit">
          Put on the board
        </Button>
      </div>
    </form>
  )
}
