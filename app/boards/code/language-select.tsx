import { type CodeLanguage, findLanguage, type OfferedLanguages } from '#app/boards/code/languages.ts'
import { Select } from '#app/ui/select.tsx'

type Props = {
  language: CodeLanguage
  offered: OfferedLanguages
  isDisabled: boolean
  onChoose(language: CodeLanguage): void
}

export function LanguageSelect({ language, offered, isDisabled, onChoose }: Props) {
  return (
    <Select
      aria-label="Language of the code"
      value={language.id}
      disabled={isDisabled}
      onChange={({ currentTarget }) => {
        const chosen = findLanguage(currentTarget.value)
        if (chosen) onChoose(chosen)
      }}
    >
      <optgroup label="Suggested">{offered.first.map(toOption)}</optgroup>
      <optgroup label="Others">{offered.others.map(toOption)}</optgroup>
    </Select>
  )
}

function toOption({ id, name }: CodeLanguage) {
  return (
    <option key={id} value={id}>
      {name}
    </option>
  )
}
