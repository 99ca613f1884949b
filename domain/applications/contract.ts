import { z } from 'zod'
import { email, fullName } from '#domain/accounts/contract.ts'
import { type ApplicationStage, applicationStages } from '#domain/applications/states.ts'
import type { Role } from '#domain/policy.ts'
import type { CategoryId } from '#kernel/catalogue.ts'
import type { ApplicationId, ExpertId } from '#kernel/ids.ts'
import { applicationLetterMaxLength, applicationNotesMaxLength } from '#kernel/limits.ts'

export const expertCategories = ['academic', 'skills', 'professional'] as const

export const newExpert = z.object({
  email,
  fullName,
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d ]{8,20}$/, 'Please enter a valid phone number'),
  category: z.enum(expertCategories),
})
export type NewExpert = z.input<typeof newExpert>

/** What the team copies from a mail. */
const details = newExpert.extend({ notes: z.string().trim().max(applicationNotesMaxLength) })

export const newApplication = details.extend({ id: z.uuid(), receivedAt: z.date() })
export type NewApplication = Omit<z.input<typeof newApplication>, 'category'> & { category: string }

/** Which application, and how it was when somebody looked at it. */
const applicationVersion = z.object({ id: z.uuid(), revision: z.int() })
export type ApplicationVersion = z.infer<typeof applicationVersion>

export const applicationChange = details.extend(applicationVersion.shape)
export type ApplicationChange = Omit<z.input<typeof applicationChange>, 'category'> & { category: string }

export const review = applicationVersion
export const interview = applicationVersion.extend({ at: z.date() })
export const acceptance = applicationVersion.extend({ link: z.boolean().optional() })
/** `link` takes the account that has the address already, instead of a new one. */
export type Acceptance = z.infer<typeof acceptance>
export const rejectionLetter = applicationVersion.extend({
  letter: z.string().trim().max(applicationLetterMaxLength),
})
export type Rejection = z.infer<typeof rejectionLetter>

/** A friendly answer to begin with; whoever rejects may write it anew. */
export function draftLetter({ fullName: name, productName }: { fullName: string; productName: string }) {
  return `Dear ${name},

Thank you for applying to help students on ${productName}, and for the time that you put into it.

We have read everything you sent. This time we decided to go on with other applicants. That is no judgement of what you know: we open only a few places in each subject.

You are welcome to apply again in some months. We wish you all the best until then.`
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
  /** The promised time. */
  answerBy: Date
  answeredAt: Date | null
  interviewAt: Date | null
  letter: string | null
  documents: ApplicationDocument[]
  /** Who has the address already, or has got the account. */
  account: { role: Role; expertId: ExpertId | null; isLinked: boolean } | null
}

/** One line of the team's table. */
export type ApplicationRow = Pick<
  Application,
  | 'id'
  | 'fullName'
  | 'email'
  | 'category'
  | 'stage'
  | 'receivedAt'
  | 'answerBy'
  | 'answeredAt'
  | 'interviewAt'
>

export const applicationTable = {
  sorts: { received: 'time', name: 'text' },
  opens: '-received',
  filters: { stage: applicationStages, clock: ['open', 'late'], category: expertCategories },
} as const

/** Documents lie under this prefix, for the team alone. */
export function applicationFolder(id: string): string {
  return `applications/${id}/`
}
