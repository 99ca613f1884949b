import { CircleAlert, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import type { ExpertiseChoices } from '#app/experts/edit/use-choices.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { cx } from '#app/ui/cx.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import type { CategoryId } from '#kernel/catalogue.ts'
import { keySubjectMaxLength, keySubjectsMax, subcategoryCount } from '#kernel/limits.ts'

/**
 * All three groups are rendered, and CSS shows the group of the selected category, so that the form works without
 * scripts. Each field name contains its category. The server reads only the fields of the selected category.
 */
const visibleForCategory: Record<CategoryId, string> = {
  academic: 'hidden group-has-[option[value=academic]:checked]/form:grid',
  skills: 'hidden group-has-[option[value=skills]:checked]/form:grid',
  professional: 'hidden group-has-[option[value=professional]:checked]/form:grid',
}

export function SubcategoryField({ choices, error }: { choices: ExpertiseChoices; error: string | undefined }) {
  const { category, catalogue, subcategories, toggleSubcategory, findLimitProblem } = choices
  return (
    <ChoiceGroup
      legend="Subcategories"
      hint={`Choose exactly ${subcategoryCount}.`}
      count={`${subcategories.length} of ${subcategoryCount}`}
      error={findLimitProblem('subcategories') ?? error}
      required
    >
      {catalogue.map((group) => (
        <div key={group.id} className={cx(visibleForCategory[group.id], 'gap-x-6 sm:grid-cols-2')}>
          {group.subcategories.map((name) => (
            <Checkbox
              key={name}
              name={`subcategories.${group.id}`}
              value={name}
              label={name}
              checked={category === group.id && subcategories.includes(name)}
              onChange={() => toggleSubcategory(name)}
            />
          ))}
        </div>
      ))}
      {!category && <ChooseFirst />}
    </ChoiceGroup>
  )
}

export function SubjectField({ choices, error }: { choices: ExpertiseChoices; error: string | undefined }) {
  const { category, catalogue, keySubjects, listSuggestions, toggleSubject, findLimitProblem } = choices
  const customSubjects = keySubjects.filter((subject) => !listSuggestions(category).includes(subject))
  return (
    <ChoiceGroup
      legend="Key subjects"
      hint={`Up to ${keySubjectsMax}. Pick from the list or add your own.`}
      count={`${keySubjects.length} of ${keySubjectsMax}`}
      error={findLimitProblem('keySubjects') ?? error}
    >
      {catalogue.map((group) => (
        <div key={group.id} className={cx(visibleForCategory[group.id], 'gap-x-6 sm:grid-cols-2')}>
          {group.suggestions.map((name) => (
            <Checkbox
              key={name}
              name={`keySubjects.${group.id}`}
              value={name}
              label={name}
              checked={category === group.id && keySubjects.includes(name)}
              onChange={() => toggleSubject(name)}
            />
          ))}
        </div>
      ))}
      {!category && <ChooseFirst />}
      {customSubjects.length > 0 && (
        <ul aria-label="Your own subjects" className="mt-2 flex flex-wrap gap-2">
          {customSubjects.map((subject) => (
            <li
              key={subject}
              className="inline-flex max-w-full items-center rounded-full border border-line bg-float pl-4 text-small"
            >
              <span className="min-w-0 wrap-anywhere">{subject}</span>
              <input type="hidden" name="ownSubjects" value={subject} />
              <IconButton
                label={`Remove ${subject}`}
                icon={<X className="size-4" aria-hidden="true" />}
                className="rounded-full"
                onClick={() => toggleSubject(subject)}
              />
            </li>
          ))}
        </ul>
      )}
      <OwnSubject choices={choices} />
    </ChoiceGroup>
  )
}

/** The text in the box is also submitted with the form, so that subjects can be added without scripts. */
function OwnSubject({ choices }: { choices: ExpertiseChoices }) {
  const input = useRef<HTMLInputElement>(null)
  const isFull = choices.keySubjects.length >= keySubjectsMax
  const add = () => {
    if (!input.current) return
    choices.addSubject(input.current.value)
    input.current.value = ''
    input.current.focus()
  }
  return (
    <div className="mt-3 flex gap-3">
      <TextInput
        ref={input}
        name="ownSubjects"
        aria-label="Add your own subject"
        placeholder="Your own subject"
        maxLength={keySubjectMaxLength}
        disabled={isFull}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          add()
        }}
      />
      <Button variant="outline" disabled={isFull} onClick={add}>
        Add
      </Button>
    </div>
  )
}

function ChooseFirst() {
  return (
    <p className="py-2 text-small text-soft group-has-[option[value=academic]:checked]/form:hidden group-has-[option[value=professional]:checked]/form:hidden group-has-[option[value=skills]:checked]/form:hidden">
      Choose a category first.
    </p>
  )
}

type GroupProps = {
  legend: string
  hint: string
  count: string
  error: string | undefined
  required?: boolean
  children: ReactNode
}

/** Checkboxes under one legend, with the number of chosen options. */
export function ChoiceGroup({ legend, hint, count, error, required, children }: GroupProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={cx(error ? `${id}-error` : null, `${id}-hint`)}>
      <legend className="flex w-full items-baseline justify-between gap-3 text-small font-semibold">
        <span>
          {legend}
          {required && (
            <span aria-hidden="true" className="text-quiet">
              {' *'}
            </span>
          )}
        </span>
        <span className="figures font-normal text-quiet">{count} chosen</span>
      </legend>
      <p id={`${id}-hint`} className="text-small text-quiet">
        {hint}
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-small text-bad">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
      <div className="mt-1">{children}</div>
    </fieldset>
  )
}
