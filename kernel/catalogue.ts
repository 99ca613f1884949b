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

/** The second way into the listing: everyday subjects, each with four that experts name among theirs. */
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

export type CategoryId = (typeof categoryGroups)[number]['id']

/** What an expert of each category may pick as key subjects; own ones can be added. */
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

/** What an expert of each category may pick about a student after a session; own words can be added. */
export const feedbackChips: Record<
  CategoryId,
  { strengths: readonly string[]; improvements: readonly string[] }
> = {
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
