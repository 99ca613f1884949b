import { contentVersion } from '#domain/content-version.server.ts'
import type { OwnExpert } from '#domain/experts/contract.ts'

/** Identifies what an expert edits on the profile form. The photo has its own form. */
export function expertProfileVersion(expert: OwnExpert): string {
  const { fullName, phone, title, category, subcategories, keySubjects } = expert
  const { experienceYears, highestDegree, brief, language, moreLanguages } = expert
  return contentVersion([
    [fullName, phone, title, category, subcategories, keySubjects],
    [experienceYears, highestDegree, brief, language, moreLanguages],
  ])
}
