import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { FormProblem } from '#app/account/login-form.tsx'
import { useFormErrors } from '#app/account/use-form-errors.ts'
import { UnsavedChangesGuard } from '#app/base/forms/unsaved-changes-guard.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast.ts'
import type { StudentProfile, StudentProfileInput } from '#domain/accounts/contract.ts'
import { parentsNumberProblem, phoneProblem } from '#domain/accounts/rules.ts'
import { aboutMaxLength, languagesMaxLength, nameMaxLength, phoneMaxLength } from '#kernel/limits.ts'

type Props = {
  student: StudentProfile
  problem: FormProblem
  /** The refused input. It fills the form when the page is rendered again. */
  typed: StudentProfileInput | undefined
}

export function StudentEditForm({ student, problem, typed }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().formMethod === 'POST'
  const { errors, check } = useFormErrors({ fullName: 'name' })
  const [phoneError, setPhoneError] = useState<string>()
  const [parentsError, setParentsError] = useState(parentsNumberProblem(typed?.parentsWhatsapp ?? ''))

  useEffect(() => {
    if (problem) toast({ kind: 'error', text: 'Failed to update profile. Please try again.', id: 'flash' })
  }, [problem])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const fields = new FormData(event.currentTarget)
    const phone = String(fields.get('phone') ?? '')
    const newPhoneError = phone.trim() ? phoneProblem(phone) : undefined
    const newParentsError = parentsNumberProblem(String(fields.get('parentsWhatsapp') ?? ''))
    setPhoneError(newPhoneError)
    setParentsError(newParentsError)
    const invalidField = newPhoneError ? 'phone' : newParentsError ? 'parentsWhatsapp' : undefined
    if (invalidField) {
      event.preventDefault()
      event.currentTarget.querySelector<HTMLElement>(`[name="${invalidField}"]`)?.focus()
    }
    check(event)
  }

  return (
    <Form ref={form} method="post" noValidate onSubmit={submit} className="mt-8 space-y-6">
      {problem && !busy && (
        <Notice tone="bad" announce title="Failed to update profile. Please try again.">
          {problem.refusal.text}
        </Notice>
      )}
      <Field label="Full Name" error={errors.fullName} required>
        <TextInput
          name="fullName"
          autoComplete="name"
          maxLength={nameMaxLength}
          defaultValue={typed?.fullName ?? student.fullName}
        />
      </Field>
      <Field label="Email Address" hint="Email address cannot be changed">
        <TextInput type="email" value={student.email} readOnly />
      </Field>
      <p className="-mt-4 text-small">
        <Link to="/user/security" className="text-soft underline underline-offset-4">
          Change it on the security page
        </Link>
      </p>
      <Field label="Phone Number" error={phoneError} optional>
        <TextInput
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={phoneMaxLength}
          defaultValue={typed?.phone ?? student.phone ?? ''}
        />
      </Field>
      <Field label="Languages (comma separated)" hint="For example: Hindi, English" optional>
        <TextInput
          name="languages"
          maxLength={languagesMaxLength}
          defaultValue={typed?.languages ?? student.languages}
        />
      </Field>
      <Field label="Parent's WhatsApp Number" error={parentsError} optional>
        <TextInput
          name="parentsWhatsapp"
          type="tel"
          inputMode="numeric"
          maxLength={10}
          defaultValue={typed?.parentsWhatsapp ?? student.parentsWhatsapp ?? ''}
          onInput={(event) => {
            const digits = event.currentTarget.value.replace(/\D/g, '')
            if (digits !== event.currentTarget.value) event.currentTarget.value = digits
            setParentsError(parentsNumberProblem(digits))
          }}
        />
      </Field>
      <Field label="Bio / About You" optional>
        <TextArea
          name="bio"
          rows={5}
          counter
          maxLength={aboutMaxLength}
          defaultValue={typed?.bio ?? student.bio ?? ''}
        />
      </Field>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" aria-disabled={busy || undefined}>
          {busy ? 'Saving...' : 'Save Changes'}
        </Button>
        <ButtonLink to="/user/profile" variant="quiet">
          Cancel
        </ButtonLink>
      </div>
      <UnsavedChangesGuard form={form} />
    </Form>
  )
}
