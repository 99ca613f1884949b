import { phoneProblem } from '#domain/accounts/rules.ts'
import { categoryGroups, type CategoryId, moreLanguageChoices, spokenLanguages } from '#kernel/catalogue.ts'
import {
  briefMaxLength,
  degreeMaxLength,
  experienceMaxYears,
  keySubjectMaxLength,
  keySubjectsMax,
  moreLanguagesMax,
  nameMaxLength,
  nameMinLength,
  rateMaxPaisePerMinute,
  rateMinPaisePerMinute,
  shareMaxPercent,
  shareMinPercent,
  subcategoryCount,
  titleMaxLength,
} from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'

/**
 * The error text for each field of an expert profile, or undefined. The form in the browser and the contract on the
 * server both use it.
 */
export const expertFieldProblems = {
  fullName: (text: string) => {
    const { length } = text.trim()
    if (length < nameMinLength) return `Name must be at least ${nameMinLength} characters`
    return length > nameMaxLength ? atMost(nameMaxLength) : undefined
  },
  phone: phoneProblem,
  title: (text: string) => lineProblem(text, 'Please enter your professional title', titleMaxLength),
  experienceYears: (text: string) => {
    const isValid = /^\d{1,2}$/.test(text.trim()) && Number(text) <= experienceMaxYears
    return isValid ? undefined : `Please enter your years of experience, 0 to ${experienceMaxYears}`
  },
  highestDegree: (text: string) => lineProblem(text, 'Please enter your highest degree', degreeMaxLength),
  brief: (text: string) => lineProblem(text, 'Please describe your expertise', briefMaxLength),
}

export type CheckedField = keyof typeof expertFieldProblems

export function isCategory(text: string): text is CategoryId {
  return categoryGroups.some(({ id }) => id === text)
}

function listSubcategories(category: CategoryId): readonly string[] {
  return categoryGroups.find(({ id }) => id === category)?.subcategories ?? []
}

export function subcategoriesProblem(category: CategoryId, chosen: readonly string[]): string | undefined {
  const allowedNames = new Set(listSubcategories(category))
  const isValid =
    chosen.length === subcategoryCount &&
    new Set(chosen).size === subcategoryCount &&
    chosen.every((name) => allowedNames.has(name))
  return isValid ? undefined : refusals.not_three_subcategories.text
}

/** Trims the subjects, and drops empty ones and duplicates, ignoring case. */
export function normalizeSubjects(subjects: readonly string[]): string[] {
  const byName = new Map<string, string>()
  for (const subject of subjects) {
    const tidy = subject.trim().replace(/\s+/g, ' ')
    const name = tidy.toLowerCase()
    if (tidy && !byName.has(name)) byName.set(name, tidy)
  }
  return [...byName.values()]
}

export function subjectsProblem(subjects: readonly string[]): string | undefined {
  if (subjects.length > keySubjectsMax) return refusals.too_many_subjects.text
  return subjects.some(({ length }) => length > keySubjectMaxLength) ? atMost(keySubjectMaxLength) : undefined
}

export function isSpokenLanguage(text: string): boolean {
  return spokenLanguages.some((language) => language === text)
}

type Languages = { language: string; moreLanguages: readonly string[] }

/** Drops duplicates and the first language. */
export function normalizeMoreLanguages({ language, moreLanguages }: Languages): string[] {
  return [...new Set(moreLanguages)].filter((name) => name !== language)
}

export function moreLanguagesProblem(languages: Languages): string | undefined {
  const chosen = normalizeMoreLanguages(languages)
  const areKnown = chosen.every((name) => moreLanguageChoices.some((choice) => choice === name))
  if (!areKnown) return 'Please choose languages from the list.'
  return chosen.length > moreLanguagesMax ? `You can only select ${moreLanguagesMax} other languages.` : undefined
}

type Completable = {
  phone: string | null
  title: string | null
  category: CategoryId | null
  subcategories: readonly string[]
  highestDegree: string | null
  brief: string | null
}

/** True when all required fields are set. Only then can an expert go online or be listed. */
export function isProfileComplete(expert: Completable): boolean {
  const { phone, title, category, subcategories, highestDegree, brief } = expert
  return Boolean(phone && title && category && highestDegree && brief && subcategories.length === subcategoryCount)
}

export function rateProblem(paisePerMinute: number): 'rate_limits' | undefined {
  const isWithinLimits = paisePerMinute >= rateMinPaisePerMinute && paisePerMinute <= rateMaxPaisePerMinute
  return isWithinLimits && Number.isInteger(paisePerMinute) ? undefined : 'rate_limits'
}

export function shareProblem(percent: number): 'share_limits' | undefined {
  const isWithinLimits = percent >= shareMinPercent && percent <= shareMaxPercent
  return isWithinLimits && Number.isInteger(percent) ? undefined : 'share_limits'
}

function lineProblem(text: string, missing: string, max: number): string | undefined {
  const { length } = text.trim()
  if (length === 0) return missing
  return length > max ? atMost(max) : undefined
}

function atMost(max: number): string {
  return `Please use at most ${max} characters`
}
