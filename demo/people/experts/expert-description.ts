import type { categoryGroups, CategoryId, SpokenLanguage } from '#kernel/catalogue.ts'

type Subcategory<Id extends CategoryId> = Extract<
  (typeof categoryGroups)[number],
  { id: Id }
>['subcategories'][number]

/** An expert of the demo as the lists describe them; who stands in which list says the category. */
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
  /** Whether the demo holds a socket for them, so that they can be called. */
  online: boolean
}
