import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { FormRefusal, RefusedForm } from '#app/base/forms/form-answer.ts'

/** Returns what is wrong with the text of a field. */
export type Rule = (text: string) => string | undefined

type Errors<Name extends string> = Partial<Record<Name, string>>

export type FormErrorOptions<Name extends string> = {
  /** The rules that the browser checks. Only the server checks fields without a rule. */
  rules?: Partial<Record<Name, Rule>>
  /** The server's response. Its errors stay until the form is sent again. */
  answer: RefusedForm | undefined
  /** Maps a refusal code to its field. */
  fieldOf?: Record<string, Name>
}

/**
 * The errors of each field, found by the browser before sending or by the server. The first invalid field gets the
 * focus. `formError` is the text of a refusal that belongs to no field.
 */
export function useFormErrors<Name extends string>({ rules = {}, answer, fieldOf = {} }: FormErrorOptions<Name>) {
  const form = useRef<HTMLFormElement>(null)
  // Errors found by the browser are shown until the next response.
  const [lastCheck, setLastCheck] = useState<{ answer: RefusedForm | undefined; errors: Errors<Name> }>()
  const isChecked = lastCheck !== undefined && lastCheck.answer === answer
  const serverErrors = answer ? findFieldErrors(answer.refusal, fieldOf) : {}
  const errors: Errors<Name> = isChecked ? lastCheck.errors : serverErrors
  const hasServerErrors = Object.keys(serverErrors).length > 0

  useEffect(() => {
    if (lastCheck) focusFirstInvalid(form.current)
  }, [lastCheck])
  useEffect(() => {
    if (hasServerErrors) focusFirstInvalid(form.current)
  }, [answer, hasServerErrors])

  const check = (event: FormEvent<HTMLFormElement>) => {
    const values = new FormData(event.currentTarget)
    const found = Object.entries<Rule | undefined>(rules).flatMap(([name, findProblem]) => {
      const problem = findProblem?.(String(values.get(name) ?? ''))
      return problem ? [[name, problem]] : []
    })
    setLastCheck({ answer, errors: Object.fromEntries(found) })
    if (found.length > 0) event.preventDefault()
  }
  return {
    form,
    errors,
    check,
    formError: hasServerErrors || isChecked ? undefined : answer?.refusal.text,
  }
}

function findFieldErrors<Name extends string>(
  { code, text, problems }: FormRefusal,
  fieldOf: Record<string, Name>,
): Errors<Name> {
  if (problems) return problems as Errors<Name>
  const name = fieldOf[code]
  return name ? ({ [name]: text } as Errors<Name>) : {}
}

/** A group of choices is not focusable, so its first choice gets the focus. */
export function focusFirstInvalid(form: HTMLFormElement | null): void {
  const invalid = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  const control = invalid?.matches('fieldset, [role=radiogroup]')
    ? invalid.querySelector<HTMLElement>('input')
    : invalid
  control?.focus()
}
