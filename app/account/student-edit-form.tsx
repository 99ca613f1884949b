import { useEffect, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { useAccountFormErrors } from '#app/account/use-account-form-errors.ts'
import type { RefusedForm } from '#app/base/forms/form-answer.ts'
import { NewerVersion, SeenVersion } from '#app/base/forms/newer-version.tsx'
import { UnsavedChangesGuard } from '#app/base/forms/unsaved-changes-guard.tsx'
import { useFocusOnRestart, useSeenVersion, useStoredValues } from '#app/base/forms/use-seen-version.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast.ts'
import type { StudentProfile, StudentProfileInput } from '#domain/accounts/contract.ts'
import { parentsNumberProblem, phoneProblem } from '#domain/accounts/rules.ts'
import { aboutMaxLength, languagesMaxLength, nameMaxLength, phoneMaxLength } from '#kernel/limits.ts'

/** Only the server checks the languages and the bio. */
const serverRule = () => undefined
const fields = {
  fullName: 'name',
  phone: (text: string) => (text.trim() ? phoneProblem(text) : undefined),
  parentsWhatsapp: parentsNumberProblem,
  languages: serverRule,
  bio: serverRule,
} as const
const fieldOf = { parents_number: 'parentsWhatsapp' } as const

/** The refused input fills the form when the page is rendered again. */
type Answer = (RefusedForm & { input?: StudentProfileInput }) | undefined
type Props = { student: StudentProfile; version: string; answer: Answer }

export function StudentEditForm(props: Props) {
  const { key, answer, choose } = useStoredValues(props.answer)
  return <Fields key={key} {...props} answer={answer} isRestarted={key > 0} onShowStored={choose} />
}

type FieldsProps = Props & { isRestarted: boolean; onShowStored(): void }

function Fields({ student, version, answer, isRestarted, onShowStored }: FieldsProps) {
  const typed = answer?.input
  const [keptAfter, setKeptAfter] = useState<Answer>()
  const problem = answer === keptAfter ? undefined : answer
  const busy = useNavigation().formMethod === 'POST'
  const isRefused = !busy && answer?.refusal.code === 'profile_changed'
  const { seen, isStale, markSeen } = useSeenVersion({ version, isRefused })
  const { form, errors, formError, check } = useAccountFormErrors(fields, { answer: problem, fieldOf })
  useFocusOnRestart(form, isRestarted)
  // Checked while the user types. Undefined before the first input.
  const [parentsNumber, setParentsNumber] = useState<string>()
  const parentsError = parentsNumber === undefined ? errors.parentsWhatsapp : parentsNumberProblem(parentsNumber)

  useEffect(() => {
    if (problem) toast({ kind: 'error', text: 'Failed to update profile. Please try again.', id: 'flash' })
  }, [problem])

  return (
    <Form ref={form} method="post" noValidate onSubmit={check} className="mt-8 space-y-6">
      {problem && !busy && (
        <Notice tone="bad" announce title="Failed to update profile. Please try again.">
          {formError}
        </Notice>
      )}
      <Field label="Full Name" error={errors.fullName} required>
        <TextInput
          name="fullName"
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
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
      <Field label="Phone Number" error={errors.phone} optional>
        <TextInput
          name="phone"
          type="tel"
          autoComplete="tel"
          enterKeyHint="next"
          maxLength={phoneMaxLength}
          defaultValue={typed?.phone ?? student.phone ?? ''}
        />
      </Field>
      <Field label="Languages (comma separated)" hint="For example: Hindi, English" error={errors.languages} optional>
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
            setParentsNumber(digits)
          }}
        />
      </Field>
      <Field label="Bio / About You" error={errors.bio} optional>
        <TextArea
          name="bio"
          rows={5}
          counter
          maxLength={aboutMaxLength}
          defaultValue={typed?.bio ?? student.bio ?? ''}
        />
      </Field>
      <SeenVersion version={seen} />
      {isStale && !busy && (
        <NewerVersion
          changed="profile was"
          onShow={onShowStored}
          onKeep={() => {
            markSeen()
            setKeptAfter(answer)
            form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
          }}
        />
      )}
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
