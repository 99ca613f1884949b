import { z } from 'zod'
import type { CategoryId } from '#kernel/catalogue.ts'
import {
  commonAnswerMaxLength,
  commonAnswersMax,
  commonQuestionMaxLength,
  keySubjectMaxLength,
  suggestedSubjectsMax,
} from '#kernel/limits.ts'
import type { Paise } from '#kernel/money.ts'
import { freeText } from '#kernel/free-text.ts'

/** The parts of public pages that the team edits. Each part has its own version. */
export type ContentPart = 'figures' | 'catalogue' | 'answers'
export type Versions = Record<ContentPart, number>

/** The figures on public pages that the team edits. */
export type MarketingFigures = Banner & Claims

const wholeNumber = z.coerce.number().int().min(0).max(1_000_000_000)
export const figuresInput = z.object({
  version: z.coerce.number().int(),
  totalExperts: wholeNumber,
  successfulSessions: wholeNumber,
  verifiedExperts: wholeNumber,
  satisfactionPercent: z.coerce.number().int().min(0).max(100),
  weeklyEarningsRupees: wholeNumber,
  approvalHours: z.coerce.number().int().min(1).max(10_000),
})
export type FiguresInput = z.input<typeof figuresInput>

/** A category with its subcategories in display order, and the subjects that it suggests to its experts. */
export type CatalogueGroup = {
  id: CategoryId
  name: string
  subcategories: readonly string[]
  suggestions: readonly string[]
}

const subject = freeText(keySubjectMaxLength).refine((text) => text !== '')
export const catalogueInput = z.object({
  version: z.coerce.number().int(),
  /** In display order. */
  groups: z.array(
    z.object({
      id: z.string(),
      subcategories: z.array(z.string()),
      suggestions: z.array(subject).min(1).max(suggestedSubjectsMax),
    }),
  ),
})
export type CatalogueInput = z.input<typeof catalogueInput>

export type CommonAnswer = { question: string; answer: string }

export const answersInput = z.object({
  version: z.coerce.number().int(),
  /** An empty list restores the default texts. */
  answers: z
    .array(
      z.object({
        question: freeText(commonQuestionMaxLength).refine((text) => text !== ''),
        answer: freeText(commonAnswerMaxLength).refine((text) => text !== ''),
      }),
    )
    .max(commonAnswersMax),
})
export type AnswersInput = z.input<typeof answersInput>

/** The figures of the home page banner. The page shows them as aims. */
export type Banner = { totalExperts: number; successfulSessions: number }

/** The aims of Samjhao. Public pages present these figures as aims. Measured figures are never stored here. */
export type Claims = {
  verifiedExperts: number
  satisfactionPercent: number
  weeklyEarningsPaise: Paise
  approvalHours: number
}
