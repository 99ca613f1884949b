import { useState } from 'react'
import { ChoiceGroup } from '#app/experts/edit/choice-fields.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { moreLanguagesProblem, normalizeMoreLanguages } from '#domain/experts/rules.ts'
import { moreLanguageChoices, spokenLanguages } from '#kernel/catalogue.ts'
import { moreLanguagesMax } from '#kernel/limits.ts'

type Props = { initial: { language: string; moreLanguages: readonly string[] }; error: string | undefined }

/** The first language and further languages. Choosing too many shows an error immediately, beside the checkboxes. */
export function LanguageFields({ initial, error }: Props) {
  const [language, setLanguage] = useState(initial.language)
  const [chosen, setChosen] = useState(initial.moreLanguages)
  const languages = { language, moreLanguages: chosen }
  return (
    <>
      <Field label="Spoken Language" hint="The language in which you explain best." error={error} required>
        <Select name="language" value={language} onChange={({ target }) => setLanguage(target.value)}>
          {spokenLanguages.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <ChoiceGroup
        legend="Other languages"
        hint={`Optional, up to ${moreLanguagesMax}. Students can filter by each of them.`}
        count={`${normalizeMoreLanguages(languages).length} of ${moreLanguagesMax}`}
        error={moreLanguagesProblem(languages)}
      >
        <div className="grid grid-cols-2 gap-x-6 sm:grid-cols-3">
          {moreLanguageChoices.map((name) => (
            <Checkbox
              key={name}
              name="moreLanguages"
              value={name}
              label={name}
              checked={chosen.includes(name)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, name] : chosen.filter((chosenName) => chosenName !== name))
              }
              // Without scripts the checkboxes cannot follow the first language, so all of them are shown.
              className={name === language ? 'hidden noscript:block' : undefined}
            />
          ))}
        </div>
      </ChoiceGroup>
    </>
  )
}
