/** The industries named on the how-it-works page. */
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
