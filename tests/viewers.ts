import type { Viewer } from '#app/base/viewer.ts'
import { cast } from '#demo/cast.ts'
import { accountId, type ExpertId, expertId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'

// Signed-in people for the tests of screens. Asha, Ravi and Meera are from the cast.

const bell: Viewer['bell'] = { unread: 0, latest: null }

export const asha = {
  id: accountId.parse('0199c0de-0000-7000-8000-00000000a5a0'),
  name: cast.asha.fullName,
  email: cast.asha.email,
  role: 'student',
  avatarUrl: null,
  wallet: { available: paise(50_000), onHold: paise(0), earnedToday: paise(0), recentLines: 0 },
  bell,
} satisfies Viewer

export const ravi = {
  id: accountId.parse('0199c0de-0000-7000-8000-00000000ea10'),
  expertId: expertId.parse('0199c0de-0000-7000-8000-00000000ea11'),
  name: cast.ravi.fullName,
  email: cast.ravi.email,
  role: 'expert',
  avatarUrl: null,
  wallet: { available: paise(80_000), onHold: paise(0), earnedToday: paise(0), recentLines: 0 },
  bell,
} satisfies Viewer & { expertId: ExpertId }

export const meera = {
  id: accountId.parse('0199c0de-0000-7000-8000-00000000dee0'),
  name: cast.meera.fullName,
  email: cast.meera.email,
  role: 'team',
  avatarUrl: null,
  wallet: null,
  bell,
} satisfies Viewer

/** Meera’s colleague. */
export const tara = {
  ...meera,
  id: accountId.parse('0199c0de-0000-7000-8000-00000000dee1'),
  name: 'Tara Bose',
  email: 'tara@samjhao.example',
} satisfies Viewer
