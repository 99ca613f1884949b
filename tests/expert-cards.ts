import type { ExpertCard, ExpertPage } from '#domain/discovery/contract.ts'
import type { OwnExpert } from '#domain/experts/contract.ts'
import { expertId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { ravi } from '#tests/viewers.ts'

/** Ravi’s card in the listing: well rated and online. */
export const ravisCard: ExpertCard = {
  id: ravi.expertId,
  name: ravi.name,
  photoUrl: null,
  title: 'Physics teacher',
  category: 'academic',
  subcategories: ['Homework Help', 'JEE'],
  keySubjects: ['Physics', 'Mathematics'],
  language: 'Hindi',
  languages: ['Hindi', 'English'],
  brief: 'I explain mechanics until it feels obvious.',
  rating: 4.7,
  reviews: 12,
  sessions: 35,
  ratePaisePerMinute: paise(1_000),
  status: 'online',
  verified: ['identity'],
  verifiedAt: new Date('2026-05-01T06:30:00Z'),
}

export const ravisPage: ExpertPage = {
  ...ravisCard,
  experienceYears: 12,
  highestDegree: 'M.Sc. Physics',
  memberSince: new Date('2026-03-01T06:00:00Z'),
  updatedAt: new Date('2026-04-01T06:00:00Z'),
}

export const imransCard: ExpertCard = {
  ...ravisCard,
  id: expertId.parse('0199c0de-0000-7000-8000-0000000019a0'),
  name: 'Imran Sheikh',
  title: 'Chemistry teacher',
  keySubjects: ['Chemistry'],
}

/** Ravi’s profile as he sees it himself. */
export const ravisProfile: OwnExpert = {
  id: ravi.expertId,
  approval: 'approved',
  approvalReason: null,
  fullName: ravi.name,
  email: ravi.email,
  phone: '+91 98450 54321',
  title: 'Physics teacher',
  photoUrl: null,
  category: 'academic',
  subcategories: ['JEE', 'NEET', 'Homework Help'],
  keySubjects: ['Physics'],
  experienceYears: 12,
  highestDegree: 'M.Sc. Physics',
  brief: 'I explain mechanics until it feels obvious.',
  language: 'Hindi',
  moreLanguages: ['English'],
  ratePaisePerMinute: paise(1_000),
  memberSince: new Date('2026-03-01T06:00:00Z'),
  rating: 4.7,
  reviews: 12,
  sessions: 35,
  todaysEarningsPaise: paise(0),
  walletBalancePaise: paise(80_000),
  isOnline: false,
  switchedOffAt: null,
  isComplete: true,
}
