/** What experts help with. A category's id is its name in lower case with hyphens for spaces. */
export const categoryGroups = [
  {
    id: 'academic',
    name: 'Academic',
    subcategories: [
      'Homework Help',
      'Test Preparation',
      'Subject-Specific Tutoring',
      'Study Techniques',
      'UPSC',
      'JEE',
      'NEET',
    ],
  },
  {
    id: 'skills',
    name: 'Skills',
    subcategories: ['Soft Skills', 'Technical Skills', 'Creative Skills', 'Language Learning'],
  },
  {
    id: 'professional',
    name: 'Professional',
    subcategories: [
      'Digital Marketing',
      'AI Expertise',
      'Career Coaching',
      'Business Skills',
      'Health',
      'Wealth',
      'Certifications',
      'Leadership Development',
    ],
  },
] as const

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
