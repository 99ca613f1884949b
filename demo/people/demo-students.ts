import { cast } from '#demo/cast.ts'
import type { StudentProfileInput } from '#domain/accounts/contract.ts'

type DemoStudent = { email: string; fullName: string; bio: string; languages: string }

/** Asha's account is in the cast; the others provide past sessions for the demo experts. */
export const demoStudents = {
  asha: {
    email: cast.asha.email,
    fullName: cast.asha.fullName,
    bio: 'First year B.Sc. in Jaipur. I like physics when I can draw it, and I am slowly making friends with calculus.',
    languages: 'Hindi, English',
  },
  kabir: {
    email: 'kabir.menon@samjhao.example',
    fullName: 'Kabir Menon',
    bio: 'Preparing for JEE again after one try. Mechanics is fine, electricity is not.',
    languages: 'Malayalam, English',
  },
  fatima: {
    email: 'fatima.sheikh@samjhao.example',
    fullName: 'Fatima Sheikh',
    bio: 'NEET aspirant from Bhopal.',
    languages: 'Hindi, Urdu',
  },
  rohan: {
    email: 'rohan.kulkarni@samjhao.example',
    fullName: 'Rohan Kulkarni',
    bio: 'I work in support and learn programming in the evenings.',
    languages: 'Marathi, English',
  },
  ishita: {
    email: 'ishita.banerjee@samjhao.example',
    fullName: 'Ishita Banerjee',
    bio: 'UPSC, second attempt. Answer writing is my weak point.',
    languages: 'Bengali, English',
  },
  gurpreet: {
    email: 'gurpreet.singh@samjhao.example',
    fullName: 'Gurpreet Singh',
    bio: 'I run a small shop for tyres in Ludhiana and want to do my accounts properly.',
    languages: 'Punjabi, Hindi',
  },
  divya: {
    email: 'divya.reddy@samjhao.example',
    fullName: 'Divya Reddy',
    bio: 'Final year student, looking for the first job.',
    languages: 'Telugu, English',
  },
  samuel: {
    email: 'samuel.tirkey@samjhao.example',
    fullName: 'Samuel Tirkey',
    bio: 'Diploma student in Ranchi.',
    languages: 'Hindi',
  },
} as const satisfies Record<string, DemoStudent>

export type StudentName = keyof typeof demoStudents

/** Returns the input that the profile page would send. */
export function toStudentProfile({ fullName, bio, languages }: DemoStudent): StudentProfileInput {
  return { fullName, bio, languages, phone: '', parentsWhatsapp: '' }
}
