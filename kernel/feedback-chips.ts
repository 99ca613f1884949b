import type { CategoryId } from '#kernel/catalogue.ts'

/** The suggested feedback about a student after a session, by category; experts can add their own. */
export const feedbackChips: Record<CategoryId, { strengths: readonly string[]; improvements: readonly string[] }> = {
  academic: {
    strengths: [
      'Clear questions',
      'Good basics',
      'Quick to understand',
      'Thinks step by step',
      'Careful with details',
      'Asks when something is unclear',
      'Came prepared',
      'Keeps trying',
    ],
    improvements: [
      'Revise the basics',
      'Practise more problems',
      'Write down every step',
      'Learn the key formulas',
      'Check the answer at the end',
      'Manage time in tests',
      'Make short notes',
      'Ask earlier when stuck',
    ],
  },
  skills: {
    strengths: [
      'Eager to learn',
      'Creative ideas',
      'Speaks with confidence',
      'Listens well',
      'Takes advice well',
      'Learns by doing',
      'Practises regularly',
      'Good sense for details',
    ],
    improvements: [
      'Practise a little every day',
      'Slow down and be exact',
      'Work on confidence',
      'Learn the tools better',
      'Finish small projects',
      'Ask others for their opinion',
      'Learn from good examples',
      'Strengthen the basics',
    ],
  },
  professional: {
    strengths: [
      'Clear goals',
      'Well prepared',
      'Asks the right questions',
      'Thinks practically',
      'Communicates well',
      'Open to new ideas',
      'Decides with reasons',
      'Knows the field',
    ],
    improvements: [
      'Set measurable goals',
      'Make a plan with dates',
      'Set priorities',
      'Support decisions with numbers',
      'Present ideas more briefly',
      'Build a network',
      'Keep up with the field',
      'Prepare for hard questions',
    ],
  },
}
