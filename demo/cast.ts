import type { NewAccount } from '#domain/sign-in/contract.ts'

/**
 * The people of every demo and every test: Asha the student, Ravi the expert, Mariam, whose application as an expert
 * waits for approval, and three team members: Meera the administrator, Tara of support and Vikram of finance. Their
 * passwords are public, so the embedded demo listens on loopback only.
 */
export const cast = {
  asha: {
    email: 'asha@samjhao.example',
    fullName: 'Asha Verma',
    password: 'asha-learns',
    role: 'student',
  },
  ravi: {
    email: 'ravi@samjhao.example',
    fullName: 'Ravi Nair',
    password: 'ravi-explains',
    role: 'expert',
  },
  mariam: {
    email: 'mariam@samjhao.example',
    fullName: 'Mariam Thomas',
    password: 'mariam-applies',
    role: 'expert',
  },
  meera: {
    email: 'meera@samjhao.example',
    fullName: 'Meera Iyer',
    password: 'meera-decides',
    role: 'team',
    teamRole: 'administrator',
  },
  tara: {
    email: 'tara@samjhao.example',
    fullName: 'Tara Bose',
    password: 'tara-supports',
    role: 'team',
    teamRole: 'support',
  },
  vikram: {
    email: 'vikram@samjhao.example',
    fullName: 'Vikram Shah',
    password: 'vikram-pays-out',
    role: 'team',
    teamRole: 'finance',
  },
} as const satisfies Record<string, NewAccount>
