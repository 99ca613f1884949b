import { z } from 'zod'
import { email } from '#domain/accounts/contract.ts'
import { invalidPhone } from '#domain/accounts/rules.ts'
import { type ApplicationStage, applicationStages } from '#domain/applications/states.ts'
import type { Role } from '#domain/policy.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import { freeText, personName } from '#kernel/free-text.ts'
import { type ApplicationId, applicationId, type ExpertId } from '#kernel/ids.ts'
import { applicationLetterMaxLength, applicationNotesMaxLength, phoneMinDigits } from '#kernel/limits.ts'

export const expertCategories = ['academic', 'skills', 'professional'] as const

export const newExpert = z.object({
  email,
  fullName: personName,
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d ]{8,20}$/, invalidPhone)
    .refine((text) => text.replaceAll(/\D/g, '').length >= phoneMinDigits, invalidPhone),
  category: z.enum(expertCategories),
})
export type NewExpert = z.input<typeof newExpert>

/** The details that the team copies from an email. */
const details = newExpert.extend({ notes: freeText(applicationNotesMaxLength) })

export const newApplication = details.extend({ id: applicationId, receivedAt: z.date() })
export type NewApplication = Omit<z.input<typeof newApplication>, 'category'> & { category: string }

/** The application, and the revision that the team member was looking at. */
const applicationVersion = z.object({ id: applicationId, revision: z.int() })
export type ApplicationVersion = z.input<typeof applicationVersion>

export const applicationChange = details.extend(applicationVersion.shape)
export type ApplicationChange = Omit<z.input<typeof applicationChange>, 'category'> & { category: string }

export const review = applicationVersion
export const interview = applicationVersion.extend({ at: z.date() })
/** With `link`, the existing account of that email address is used instead of a new one. */
export const acceptance = applicationVersion.extend({ link: z.boolean().optional() })
export type Acceptance = z.input<typeof acceptance>
export const rejectionLetter = applicationVersion.extend({
  letter: freeText(applicationLetterMaxLength),
})
export type Rejection = z.input<typeof rejectionLetter>

/** The draft of a rejection letter, which the team can edit. */
export function draftLetter({ fullName: name, productName }: { fullName: string; productName: string }) {
  return `Dear ${name},

Thank you for applying to help students on ${productName}, and for your time.

We have read everything you sent. This time we chose other applicants. This is not a judgement of your knowledge: we have only a few places in each subject.

You are welcome to apply again in a few months. We wish you all the best.`
}

export type ApplicationDocument = {
  id: string
  name: string
  sizeBytes: number
  storedAt: Date
}

export type Application = {
  id: ApplicationId
  fullName: string
  email: string
  phone: string
  category: CategoryId
  notes: string
  stage: ApplicationStage
  revision: number
  receivedAt: Date
  /** The deadline for our answer. */
  answerBy: Date
  answeredAt: Date | null
  interviewAt: Date | null
  letter: string | null
  documents: ApplicationDocument[]
  /** The account that has this email address, or that was created for this application. */
  account: { role: Role; expertId: ExpertId | null; isLinked: boolean } | null
}

export type ApplicationRow = Pick<
  Application,
  'id' | 'fullName' | 'email' | 'category' | 'stage' | 'receivedAt' | 'answerBy' | 'answeredAt' | 'interviewAt'
>

export const applicationTable = {
  sorts: { received: 'time', name: 'text' },
  defaultSort: '-received',
  filters: { stage: applicationStages, clock: ['open', 'late'], category: expertCategories },
} as const

/** Storage prefix for the documents of an application. Only the team can read them. */
export function applicationFolder(id: string): string {
  return `applications/${id}/`
}
