import { z } from 'zod'
import { approvals } from '#domain/policy.ts'
import {
  expertFieldProblems,
  isSpokenLanguage,
  moreLanguagesProblem,
  subcategoriesProblem,
  subjectsProblem,
  normalizeSubjects,
} from '#domain/experts/rules.ts'
import type { Approval } from '#domain/policy.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import { type ExpertId, expertId } from '#kernel/ids.ts'
import { approvalReasonMaxLength } from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { freeText, personName, singleLineText } from '#kernel/free-text.ts'
import type { SearchMatch } from '#kernel/search-match.ts'

/** The profile that an expert saves. The error texts come from the rules. */
export const expertProfile = z
  .object({
    fullName: personName,
    phone: checkedField(z.string().trim(), expertFieldProblems.phone),
    title: checkedField(singleLineText(), expertFieldProblems.title),
    category: z.enum(['academic', 'skills', 'professional'], 'Please choose a category'),
    subcategories: z.array(z.string()).max(100),
    keySubjects: checkedField(z.array(singleLineText()).max(100).transform(normalizeSubjects), subjectsProblem),
    experienceYears: checkedField(z.string(), expertFieldProblems.experienceYears).transform(Number),
    highestDegree: checkedField(singleLineText(), expertFieldProblems.highestDegree),
    brief: checkedField(z.string().trim(), expertFieldProblems.brief),
    language: checkedField(z.string(), (text) => (isSpokenLanguage(text) ? undefined : 'Please choose a language')),
    moreLanguages: z.array(z.string()).max(100),
  })
  .check(({ value, issues }) => {
    const problems = {
      subcategories: subcategoriesProblem(value.category, value.subcategories),
      moreLanguages: moreLanguagesProblem(value),
    }
    for (const [field, message] of Object.entries(problems)) {
      if (message) issues.push({ code: 'custom', message, path: [field], input: value })
    }
  })
export type ExpertProfileInput = z.input<typeof expertProfile>

/** The errors of each field, for the form. */
export function findExpertProfileProblems(input: ExpertProfileInput) {
  const parsed = expertProfile.safeParse(input)
  if (parsed.success) return {}
  const { fieldErrors } = z.flattenError(parsed.error)
  const firstTexts = Object.entries(fieldErrors).flatMap(([name, [text]]) => (text ? [[name, text]] : []))
  return Object.fromEntries(firstTexts) as Partial<Record<keyof ExpertProfileInput, string>>
}

export const approvalChange = z.object({
  expertId,
  approval: z.enum(approvals),
  from: z.enum(approvals).optional(),
  reason: freeText(approvalReasonMaxLength).optional(),
  skipNotification: z.boolean().optional(),
})
/**
 * `from` is the approval that the actor saw. `reason` is shown to a suspended expert. `skipNotification` is for demo
 * experts, who have no mailbox.
 */
export type ApprovalChange = z.input<typeof approvalChange>

/** The checks that the team can record, in the order of the badge. */
export const checks = ['identity', 'degree', 'phone', 'interview'] as const
export type Check = (typeof checks)[number]

export const verification = z.object({ expertId, what: z.enum(checks) })
export type Verification = z.input<typeof verification>

const terms = z.object({ ratePaisePerMinute: z.int(), sharePercent: z.number() })

/** `seen` are the terms that the actor was looking at. */
export const termsChange = terms.extend({ expertId, seen: terms })
export type TermsChange = z.input<typeof termsChange>

/** The switch of the acting expert, and whether the public page exists. */
export type OwnListing = {
  /** Null until the record exists. */
  id: ExpertId | null
  approval: Approval
  isOnline: boolean
  isPublic: boolean
}

/** The expert's own data, as the expert sees it. */
export type OwnExpert = {
  id: ExpertId
  approval: Approval
  /** Why the expert is suspended. */
  approvalReason: string | null
  fullName: string
  email: string
  phone: string | null
  title: string | null
  photoUrl: string | null
  category: CategoryId | null
  subcategories: string[]
  keySubjects: string[]
  experienceYears: number
  highestDegree: string | null
  brief: string | null
  language: string
  moreLanguages: string[]
  ratePaisePerMinute: Paise
  memberSince: Date
  /** The average of real reviews. Null before the first. */
  rating: number | null
  reviews: number
  sessions: number
  todaysEarningsPaise: Paise
  walletBalancePaise: Paise
  /** The online switch, which does not imply that the expert is reachable. */
  isOnline: boolean
  /** The time at which two missed rings switched the expert off. Null after switching on again. */
  switchedOffAt: Date | null
  isComplete: boolean
}

function checkedField<Schema extends z.ZodType>(
  schema: Schema,
  findProblem: (value: z.output<Schema>) => string | undefined,
) {
  return schema.check(({ value, issues }) => {
    const message = findProblem(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })
}

/** An expert, as the search over everything shows them. */
export type FoundExpert = {
  id: ExpertId
  match: SearchMatch
  name: string
  title: string | null
  approval: Approval
  maskedEmail: string
}
