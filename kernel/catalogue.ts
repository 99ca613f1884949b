/** The subjects that experts help with. A category's id is its name in lower case with hyphens for spaces. */
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

/** The second menu of the listing: everyday subjects, each with four key subjects that experts use. */
export const subjectTree = [
  {
    id: 'all',
    name: 'All',
    subjects: ['Mathematics', 'Spoken English', 'Programming', 'Interview Preparation'],
  },
  {
    id: 'mathematics',
    name: 'Mathematics',
    subjects: ['Mathematics', 'Algebra', 'Calculus', 'Statistics'],
  },
  {
    id: 'programming',
    name: 'Programming',
    subjects: ['Programming', 'Computer Science', 'Python', 'Web Development'],
  },
  {
    id: 'languages',
    name: 'Languages',
    subjects: ['English', 'Spoken English', 'Language Learning', 'Writing'],
  },
  { id: 'science', name: 'Science', subjects: ['Physics', 'Chemistry', 'Biology', 'NEET'] },
  { id: 'business', name: 'Business', subjects: ['Business Skills', 'Startups', 'Accountancy', 'Economics'] },
  {
    id: 'art-design',
    name: 'Art & Design',
    subjects: ['Graphic Design', 'Photography', 'Drawing', 'Creative Skills'],
  },
  { id: 'music', name: 'Music', subjects: ['Music', 'Singing', 'Guitar', 'Tabla'] },
  {
    id: 'ai-ml',
    name: 'AI & ML',
    subjects: ['AI Expertise', 'Machine Learning', 'Data Analysis', 'Deep Learning'],
  },
] as const

export type CategoryId = (typeof categoryGroups)[number]['id']

/** The key subjects suggested to experts of each category; experts can add their own. */
export const subjectSuggestions: Record<CategoryId, readonly string[]> = {
  academic: [
    'Mathematics',
    'Physics',
    'Chemistry',
    'Biology',
    'English',
    'History',
    'Economics',
    'Accountancy',
    'Computer Science',
  ],
  skills: [
    'Public Speaking',
    'Spoken English',
    'Programming',
    'Data Analysis',
    'Graphic Design',
    'Photography',
    'Music',
    'Writing',
    'Excel',
  ],
  professional: [
    'Interview Preparation',
    'Resume Review',
    'Search Marketing',
    'Machine Learning',
    'Personal Finance',
    'Nutrition',
    'Project Management',
    'Startups',
    'Negotiation',
  ],
}

export const spokenLanguages = [
  'English',
  'Hindi',
  'Tamil',
  'Telugu',
  'Bengali',
  'Marathi',
  'Gujarati',
  'Kannada',
  'Malayalam',
  'Punjabi',
  'Urdu',
  'Other',
] as const
export type SpokenLanguage = (typeof spokenLanguages)[number]

/** The languages that an expert can speak besides the first one. 'Other' would give no information there. */
export const moreLanguageChoices = spokenLanguages.filter((language) => language !== 'Other')
