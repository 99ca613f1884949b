import { useState } from 'react'
import { toast } from '#app/ui/toast.ts'
import { isCategory, normalizeSubjects } from '#domain/experts/rules.ts'
import type { CatalogueGroup } from '#domain/content/contract.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import { keySubjectsMax, subcategoryCount } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

export type ChosenExpertise = {
  category: CategoryId | null
  subcategories: readonly string[]
  keySubjects: readonly string[]
}

export type ExpertiseChoices = ReturnType<typeof useExpertiseChoices>

/** State of the category, subcategories and key subjects, which depend on each other. */
export function useExpertiseChoices(initial: ChosenExpertise, catalogue: readonly CatalogueGroup[]) {
  const [chosen, setChosen] = useState(initial)
  const { subcategories, keySubjects } = chosen
  const listSuggestions = (category: CategoryId | null) =>
    catalogue.find(({ id }) => id === category)?.suggestions ?? []
  return {
    ...chosen,
    catalogue,
    listSuggestions,
    /** Clears subcategories and subjects, because they belong to the old category. */
    chooseCategory(text: string) {
      setChosen({ category: isCategory(text) ? text : null, subcategories: [], keySubjects: [] })
    },
    toggleSubcategory(name: string) {
      if (subcategories.includes(name)) {
        return setChosen({ ...chosen, subcategories: subcategories.filter((one) => one !== name) })
      }
      if (subcategories.length >= subcategoryCount) {
        return toast({ kind: 'error', text: 'You can only select 3 subcategories.', id: 'choices' })
      }
      return setChosen({ ...chosen, subcategories: [...subcategories, name] })
    },
    toggleSubject(name: string) {
      if (keySubjects.includes(name)) {
        return setChosen({ ...chosen, keySubjects: keySubjects.filter((one) => one !== name) })
      }
      if (keySubjects.length >= keySubjectsMax) {
        return toast({ kind: 'error', text: refusals.too_many_subjects.text, id: 'choices' })
      }
      return setChosen({ ...chosen, keySubjects: [...keySubjects, name] })
    },
    /** Adds a custom subject. Uses the suggested spelling if there is one, and ignores duplicates. */
    addSubject(text: string) {
      const [typed] = normalizeSubjects([text])
      if (!typed || keySubjects.length >= keySubjectsMax) return
      const suggested = listSuggestions(chosen.category).find((one) => one.toLowerCase() === typed.toLowerCase())
      setChosen({ ...chosen, keySubjects: normalizeSubjects([...keySubjects, suggested ?? typed]) })
    },
  }
}
