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

type LimitProblem = { field: 'subcategories' | 'keySubjects'; text: string }

export type ExpertiseChoices = ReturnType<typeof useExpertiseChoices>

/** State of the category, subcategories and key subjects, which depend on each other. */
export function useExpertiseChoices(initial: ChosenExpertise, catalogue: readonly CatalogueGroup[]) {
  const [chosen, setChosenOnly] = useState(initial)
  const [limitProblem, setLimitProblem] = useState<LimitProblem>()
  const setChosen = (changed: ChosenExpertise) => {
    setChosenOnly(changed)
    setLimitProblem(undefined)
  }
  const refuseMore = (problem: LimitProblem) => {
    setLimitProblem(problem)
    toast({ kind: 'error', text: problem.text, id: 'choices' })
  }
  const { subcategories, keySubjects } = chosen
  const listSuggestions = (category: CategoryId | null) =>
    catalogue.find(({ id }) => id === category)?.suggestions ?? []
  return {
    ...chosen,
    catalogue,
    listSuggestions,
    /** Why the last choice was refused. Cleared by the next accepted choice. */
    findLimitProblem: (field: LimitProblem['field']) => (limitProblem?.field === field ? limitProblem.text : undefined),
    /** Clears subcategories and subjects, because they belong to the old category. */
    chooseCategory(text: string) {
      setChosen({ category: isCategory(text) ? text : null, subcategories: [], keySubjects: [] })
    },
    toggleSubcategory(name: string) {
      if (subcategories.includes(name)) {
        return setChosen({ ...chosen, subcategories: subcategories.filter((subcategory) => subcategory !== name) })
      }
      if (subcategories.length >= subcategoryCount) {
        return refuseMore({ field: 'subcategories', text: 'You can only select 3 subcategories.' })
      }
      return setChosen({ ...chosen, subcategories: [...subcategories, name] })
    },
    toggleSubject(name: string) {
      if (keySubjects.includes(name)) {
        return setChosen({ ...chosen, keySubjects: keySubjects.filter((subject) => subject !== name) })
      }
      if (keySubjects.length >= keySubjectsMax) {
        return refuseMore({ field: 'keySubjects', text: refusals.too_many_subjects.text })
      }
      return setChosen({ ...chosen, keySubjects: [...keySubjects, name] })
    },
    /** Adds a custom subject. Uses the suggested spelling if there is one, and ignores duplicates. */
    addSubject(text: string) {
      const [typed] = normalizeSubjects([text])
      if (!typed || keySubjects.length >= keySubjectsMax) return
      const suggested = listSuggestions(chosen.category).find((name) => name.toLowerCase() === typed.toLowerCase())
      setChosen({ ...chosen, keySubjects: normalizeSubjects([...keySubjects, suggested ?? typed]) })
    },
  }
}
