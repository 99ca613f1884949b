import type { categoryGroups, CategoryId, SpokenLanguage } from '#kernel/catalogue.ts'

type Subcategory<Id extends CategoryId> = Extract<(typeof categoryGroups)[number], { id: Id }>['subcategories'][number]

/** A demo expert; the list that contains the entry determines the category. */
export type ExpertDescription<Id extends CategoryId> = {
  email: string
  fullName: string
  title: string
  subcategories: [Subcategory<Id>, Subcategory<Id>, Subcategory<Id>]
  keySubjects: string[]
  experienceYears: number
  highestDegree: string
  brief: string
  language: SpokenLanguage
  moreLanguages: SpokenLanguage[]
  /** Whether the demo process holds a socket for this expert, so that students can call. */
  online: boolean
}
