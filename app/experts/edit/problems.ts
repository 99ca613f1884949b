import type { ChosenExpertise } from '#app/experts/edit/use-choices.ts'
import type { ExpertProfileInput } from '#domain/experts/contract.ts'
import {
  type CheckedField,
  expertFieldProblems,
  moreLanguagesProblem,
  subcategoriesProblem,
} from '#domain/experts/rules.ts'

export type Problems = Partial<Record<keyof ExpertProfileInput, string>>

/** In page order, so that the focus goes to the first problem. */
const fieldOrder: [keyof ExpertProfileInput, string][] = [
  ['fullName', '[name=fullName]'],
  ['phone', '[name=phone]'],
  ['title', '[name=title]'],
  ['category', '[name=category]'],
  ['subcategories', '[name^="subcategories."]'],
  ['keySubjects', '[name=ownSubjects]:not([type=hidden])'],
  ['experienceYears', '[name=experienceYears]'],
  ['highestDegree', '[name=highestDegree]'],
  ['language', '[name=language]'],
  ['moreLanguages', '[name=moreLanguages]'],
  ['brief', '[name=brief]'],
]

/** Checks the form with the server's rules and messages before it is sent. */
export function findProblems(form: FormData, chosen: ChosenExpertise): Problems {
  const names = Object.keys(expertFieldProblems) as CheckedField[]
  const fields = names.map((name) => [name, expertFieldProblems[name](String(form.get(name) ?? ''))])
  const problems: Problems = {
    ...Object.fromEntries(fields),
    category: chosen.category ? undefined : 'Please choose a category',
    subcategories: findChoiceProblem(chosen),
    moreLanguages: moreLanguagesProblem({
      language: String(form.get('language')),
      moreLanguages: form.getAll('moreLanguages').map(String),
    }),
  }
  return Object.fromEntries(Object.entries(problems).filter(([, text]) => text))
}

export function findChoiceProblem({ category, subcategories }: ChosenExpertise): string | undefined {
  return category ? subcategoriesProblem(category, subcategories) : undefined
}

export function findFirstProblem(problems: Problems): { text: string; selector: string } | undefined {
  for (const [name, selector] of fieldOrder) {
    const text = problems[name]
    if (text) return { text, selector }
  }
  return undefined
}
