import { cast } from '#demo/cast.ts'
import { academicExperts } from '#demo/people/experts/academic.ts'
import type { ExpertDescription } from '#demo/people/experts/expert-description.ts'
import { professionalExperts } from '#demo/people/experts/professional.ts'
import { skillsExperts } from '#demo/people/experts/skills.ts'
import type { ExpertProfileInput } from '#domain/experts/contract.ts'
import type { CategoryId } from '#kernel/catalogue.ts'

export type DemoExpert = ExpertDescription<CategoryId> & { category: CategoryId; phone: string }

/** Ravi's profile; his account is in the cast. No process holds a socket for him: visitors sign in as him. */
export const ravi: DemoExpert = {
  email: cast.ravi.email,
  fullName: cast.ravi.fullName,
  category: 'academic',
  phone: createPhone(0),
  title: 'Physics Teacher',
  subcategories: ['Subject-Specific Tutoring', 'JEE', 'Homework Help'],
  keySubjects: ['Physics', 'Mathematics'],
  experienceYears: 14,
  highestDegree: 'M.Sc. Physics',
  language: 'Malayalam',
  moreLanguages: ['English', 'Tamil'],
  online: false,
  brief:
    'I teach physics in Thrissur, from Newton’s laws to semiconductors. Tell me what you already tried; that is where the interesting mistake is. We sketch, we estimate, and only then we reach for the formula.',
}

/** The profile of Mariam, whom the team has not approved yet. */
export const mariam: DemoExpert = {
  email: cast.mariam.email,
  fullName: cast.mariam.fullName,
  category: 'academic',
  phone: createPhone(301),
  title: 'Chemistry Tutor',
  subcategories: ['Subject-Specific Tutoring', 'NEET', 'Homework Help'],
  keySubjects: ['Chemistry'],
  experienceYears: 6,
  highestDegree: 'M.Sc. Chemistry',
  language: 'English',
  moreLanguages: ['Malayalam'],
  online: false,
  brief: 'I teach chemistry in Kottayam and like to begin with what happens in a kitchen. Then we write the equation.',
}

/** 64 fictitious experts, so that the demo lists are as long as real ones. */
export const demoExperts: DemoExpert[] = [
  ...addCategory('academic', academicExperts, 1),
  ...addCategory('skills', skillsExperts, 101),
  ...addCategory('professional', professionalExperts, 201),
]

/** Returns the input that the profile page would send. */
export function toProfileInput(expert: DemoExpert): ExpertProfileInput {
  const { email: _, online: __, experienceYears, ...profile } = expert
  return { ...profile, experienceYears: String(experienceYears) }
}

function addCategory<Id extends CategoryId>(
  category: Id,
  experts: ExpertDescription<Id>[],
  firstPhone: number,
): DemoExpert[] {
  return experts.map((expert, index) => Object.assign({ category, phone: createPhone(firstPhone + index) }, expert))
}

/** These numbers are not in use. */
function createPhone(index: number): string {
  return `+91 90000 ${String(index).padStart(5, '0')}`
}
