/** The fields of work that the how-it-works page names. */
export const industries = [
  'Legal',
  'Finance',
  'Technology',
  'Health',
  'Education',
  'Marketing',
  'Design',
  'Engineering',
  'Business',
  'Real Estate',
  'Fitness',
  'Career',
  'Relationships',
  'Travel',
  'Entertainment',
] as const
