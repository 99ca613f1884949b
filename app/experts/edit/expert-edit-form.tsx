import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { SubcategoryField, SubjectField } from '#app/experts/edit/choice-fields.tsx'
import { LanguageFields } from '#app/experts/edit/language-fields.tsx'
import { findChoiceProblem, findFirstProblem, findProblems, type Problems } from '#app/experts/edit/problems.ts'
import { useExpertiseChoices } from '#app/experts/edit/use-choices.ts'
import { NewerVersion, SeenVersion } from '#app/base/forms/newer-version.tsx'
import { UnsavedChangesGuard } from '#app/base/forms/unsaved-changes-guard.tsx'
import { useFocusOnRestart, useSeenVersion, useStoredValues } from '#app/base/forms/use-seen-version.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { toast } from '#app/ui/toast.ts'
import type { ExpertProfileInput, OwnExpert } from '#domain/experts/contract.ts'
import { isCategory } from '#domain/experts/rules.ts'
import type { CatalogueGroup } from '#domain/content/contract.ts'
import {
  briefMaxLength,
  degreeMaxLength,
  experienceMaxYears,
  nameMaxLength,
  phoneMaxLength,
  titleMaxLength,
} from '#kernel/limits.ts'

type ExpertFormAnswer =
  | { refusal: { code: string; text: string }; problems?: Problems; input?: ExpertProfileInput }
  | undefined

/** Initial field values: refused input first, then stored values, then empty text. */
function getInitialValues(expert: OwnExpert, typed: ExpertProfileInput | undefined) {
  return {
    fullName: typed?.fullName ?? expert.fullName,
    phone: typed?.phone ?? expert.phone ?? '',
    title: typed?.title ?? expert.title ?? '',
    category: typed && isCategory(typed.category) ? typed.category : expert.category,
    subcategories: typed?.subcategories ?? expert.subcategories,
    keySubjects: typed?.keySubjects ?? expert.keySubjects,
    experienceYears: typed?.experienceYears ?? (expert.isComplete ? String(expert.experienceYears) : ''),
    highestDegree: typed?.highestDegree ?? expert.highestDegree ?? '',
    brief: typed?.brief ?? expert.brief ?? '',
    language: typed?.language ?? expert.language,
    moreLanguages: typed?.moreLanguages ?? expert.moreLanguages,
  }
}

type Props = { expert: OwnExpert; version: string; catalogue: CatalogueGroup[]; answer: ExpertFormAnswer }

export function ExpertEditForm(props: Props) {
  const { key, answer, choose } = useStoredValues(props.answer)
  return <Fields key={key} {...props} answer={answer} isRestarted={key > 0} onShowStored={choose} />
}

type FieldsProps = Props & { isRestarted: boolean; onShowStored(): void }

function Fields({ expert, version, catalogue, answer, isRestarted, onShowStored }: FieldsProps) {
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().formMethod === 'POST'
  const [initial] = useState(() => getInitialValues(expert, answer?.input))
  const choices = useExpertiseChoices(initial, catalogue)
  // Problems found by the browser are shown until the next server response.
  const [lastCheck, setLastCheck] = useState<{ answer: ExpertFormAnswer; problems: Problems }>()
  const problems = (lastCheck && lastCheck.answer === answer ? lastCheck.problems : answer?.problems) ?? {}
  const [keptAfter, setKeptAfter] = useState<ExpertFormAnswer>()
  const isRefused = !busy && answer?.refusal.code === 'profile_changed'
  const { seen, isStale, markSeen } = useSeenVersion({ version, isRefused })
  useFocusOnRestart(form, isRestarted)
  const message = answer && answer !== keptAfter && `Failed to update profile: ${answer.refusal.text}`

  useEffect(() => {
    if (message) toast({ kind: 'error', text: message, id: 'flash' })
  }, [answer, message])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const foundProblems = findProblems(new FormData(event.currentTarget), choices)
    setLastCheck({ answer, problems: foundProblems })
    const first = findFirstProblem(foundProblems)
    if (!first) return
    event.preventDefault()
    toast({ kind: 'error', text: first.text, id: 'flash' })
    const controls = [...event.currentTarget.querySelectorAll<HTMLElement>(first.selector)]
    controls.find((control) => control.checkVisibility())?.focus()
  }

  return (
    <Form ref={form} method="post" noValidate onSubmit={submit} className="group/form mt-8 space-y-6">
      {message && !busy && (
        <Notice tone="bad" announce>
          {message}
        </Notice>
      )}
      <Field label="Full Name" error={problems.fullName} required>
        <TextInput name="fullName" autoComplete="name" maxLength={nameMaxLength} defaultValue={initial.fullName} />
      </Field>
      <Field label="Phone Number" error={problems.phone} required>
        <TextInput name="phone" type="tel" autoComplete="tel" maxLength={phoneMaxLength} defaultValue={initial.phone} />
      </Field>
      <Field
        label="Professional Title"
        hint="For example: Physics teacher for JEE and NEET"
        error={problems.title}
        required
      >
        <TextInput
          name="title"
          autoComplete="organization-title"
          maxLength={titleMaxLength}
          defaultValue={initial.title}
        />
      </Field>
      <Field
        label="Category"
        hint="Changing the category clears the subcategories and subjects below."
        error={choices.category ? undefined : problems.category}
        required
      >
        <Select
          name="category"
          value={choices.category ?? ''}
          onChange={(event) => choices.chooseCategory(event.target.value)}
        >
          <option value="" disabled>
            Choose a category
          </option>
          {catalogue.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <SubcategoryField choices={choices} error={problems.subcategories && findChoiceProblem(choices)} />
      <SubjectField choices={choices} error={problems.keySubjects} />
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Years of Experience" error={problems.experienceYears} required>
          <TextInput
            name="experienceYears"
            type="number"
            inputMode="numeric"
            min={0}
            max={experienceMaxYears}
            step={1}
            defaultValue={initial.experienceYears}
          />
        </Field>
        <Field label="Highest Degree" error={problems.highestDegree} required>
          <TextInput name="highestDegree" maxLength={degreeMaxLength} defaultValue={initial.highestDegree} />
        </Field>
      </div>
      <LanguageFields initial={initial} error={problems.language} />
      <Field
        label="Expertise Brief"
        hint="What you explain best, and to whom. It is shown on your public page."
        error={problems.brief}
        required
      >
        <TextArea name="brief" rows={5} counter maxLength={briefMaxLength} defaultValue={initial.brief} />
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
        <ButtonLink to="/expert/profile" variant="quiet">
          Cancel
        </ButtonLink>
      </div>
      <UnsavedChangesGuard form={form} />
    </Form>
  )
}
