import { type FormErrorOptions, type Rule, useFormErrors } from '#app/base/forms/use-form-errors.ts'
import { emailMaxLength, minimumAgeYears, nameMinLength, passwordMinLength } from '#kernel/limits.ts'

/** The same rules and texts as on the server. Importing them would add zod and all refusals to the browser bundle. */
const rules = {
  email: (text: string) =>
    /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) && text.length <= emailMaxLength
      ? undefined
      : 'Please enter a valid email address',
  password: passwordRule(passwordMinLength),
  name: (text: string) =>
    text.trim().length >= nameMinLength ? undefined : `Name must be at least ${nameMinLength} characters`,
  acceptance: (text: string) =>
    text === 'on' ? undefined : `Please confirm that you are ${minimumAgeYears} or over and accept the terms.`,
}

export function passwordRule(minLength: number): Rule {
  return (text) => (text.length >= minLength ? undefined : `Password must be at least ${minLength} characters`)
}

type Options<Name extends string> = Omit<FormErrorOptions<Name>, 'rules' | 'fieldOf'> & {
  fieldOf?: Record<string, NoInfer<Name>>
}

/** Field errors of an account form. Each field names one of the rules above or has its own rule. */
export function useAccountFormErrors<Name extends string>(
  fields: Record<Name, keyof typeof rules | Rule>,
  options: Options<Name> = { answer: undefined },
) {
  const entries = Object.entries<keyof typeof rules | Rule>(fields)
  const ownRules = entries.map(([name, rule]) => [name, typeof rule === 'string' ? rules[rule] : rule])
  return useFormErrors<Name>({ ...options, rules: Object.fromEntries(ownRules) as Record<Name, Rule> })
}
