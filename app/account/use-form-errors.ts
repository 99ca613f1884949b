import { type FormEvent, useState } from 'react'
import { emailMaxLength, nameMinLength, passwordMinLength } from '#kernel/limits.ts'

/** Repeats the rules and texts of the server's contract, to keep its parser out of the browser bundle. */
const rules = {
  email: (text: string) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) && text.length <= emailMaxLength
      ? undefined
      : 'Please enter a valid email address',
  password: passwordRule(passwordMinLength),
  name: (text: string) =>
    text.trim().length >= nameMinLength ? undefined : `Name must be at least ${nameMinLength} characters`,
}

type Rule = (text: string) => string | undefined

export function passwordRule(minLength: number): Rule {
  return (text) => (text.length >= minLength ? undefined : `Password must be at least ${minLength} characters`)
}

/** Validates the named fields on submit, blocks an invalid form and focuses the first invalid field. */
export function useFormErrors<Name extends string>(fields: Record<Name, keyof typeof rules | Rule>) {
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const check = (event: FormEvent<HTMLFormElement>) => {
    const values = new FormData(event.currentTarget)
    const found = Object.fromEntries(
      Object.entries<keyof typeof rules | Rule>(fields).flatMap(([name, rule]) => {
        const findProblem = typeof rule === 'string' ? rules[rule] : rule
        const problem = findProblem(String(values.get(name) ?? ''))
        return problem ? [[name, problem]] : []
      }),
    ) as Partial<Record<Name, string>>
    setErrors(found)
    const [firstInvalid] = Object.keys(found)
    if (!firstInvalid) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`[name="${firstInvalid}"]`)?.focus()
  }
  return { errors, check }
}
