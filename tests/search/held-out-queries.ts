import type { SearchCase } from '#tests/search/search-case.ts'

/**
 * Queries as students type them. They were written before the synonyms and independently of them, so they measure the
 * search with unprepared words. Change a case only if the demo people change, never because the search fails.
 */
export const heldOutQueries: readonly SearchCase[] = [
  // Abbreviations.
  { query: 'chem', wanted: { subjects: ['Chemistry'] } },
  { query: 'accounts class 11', wanted: { subjects: ['Accountancy'] } },
  { query: 'evs class 4', wanted: { subjects: ['Environmental Studies'] } },
  { query: 'cs class 12', wanted: { subjects: ['Computer Science'] } },
  { query: 'js', wanted: { subjects: ['JavaScript'] } },
  { query: 'seo', wanted: { subjects: ['Search Marketing'] } },
  { query: 'itr filing', wanted: { subjects: ['Income Tax'] } },
  { query: 'ias prelims', wanted: { subjects: ['UPSC'] } },

  // Misspellings.
  { query: 'phisics', wanted: { subjects: ['Physics'] } },
  { query: 'chemestry tution', wanted: { subjects: ['Chemistry'] } },
  { query: 'mathamatics', wanted: { subjects: ['Mathematics'] } },
  { query: 'acountancy', wanted: { subjects: ['Accountancy'] } },
  { query: 'englsh speking', wanted: { subjects: ['Spoken English', 'Pronunciation'] } },
  { query: 'gitar lessons', wanted: { subjects: ['Guitar'] } },
  { query: 'photograpy', wanted: { subjects: ['Photography'] } },
  { query: 'pyton', wanted: { subjects: ['Python'] } },
  { query: 'dietition', wanted: { subjects: ['Nutrition'] } },

  // Hindi in Latin letters.
  { query: 'angrezi bolna sikhna hai', wanted: { subjects: ['Spoken English', 'Pronunciation'] } },
  { query: 'jeev vigyan', wanted: { subjects: ['Biology'] } },
  { query: 'samvidhan', wanted: { subjects: ['Indian Polity'] } },
  { query: 'coding kaise seekhe', wanted: { subjects: ['Programming', 'Computer Science'] } },
  { query: 'exam ka darr', wanted: { subjects: ['Exam Nerves'] } },
  { query: 'bacche ko homework mein help chahiye', wanted: { subjects: ['Homework Help'] } },
  { query: 'stage par bolne mein dar lagta hai', wanted: { subjects: ['Public Speaking', 'Stage Presence'] } },
  { query: 'naukri ke liye resume kaise banaye', wanted: { subjects: ['Resume Review'] } },
  { query: 'dukaan ka hisab kitab', wanted: { subjects: ['Bookkeeping', 'GST'] } },
  {
    query: 'paise kaha invest kare',
    wanted: { subjects: ['Mutual Funds', 'Personal Finance', 'Retirement Planning'] },
  },

  // Devanagari.
  { query: 'गणित', wanted: { subjects: ['Mathematics'] } },
  { query: 'भौतिक विज्ञान', wanted: { subjects: ['Physics'] } },
  { query: 'रसायन शास्त्र', wanted: { subjects: ['Chemistry'] } },
  { query: 'इतिहास', wanted: { subjects: ['History'] } },
  { query: 'संस्कृत', wanted: { subjects: ['Sanskrit'] } },
  { query: 'हिन्दी व्याकरण', wanted: { subjects: ['Hindi Grammar', 'Vyakaran'] } },
  { query: 'संगीत', wanted: { subjects: ['Music'] } },
  { query: 'नौकरी का इंटरव्यू', wanted: { subjects: ['Interview Preparation'] } },

  // Sentences and questions.
  { query: 'I am weak in physics, need help before boards', wanted: { subjects: ['Physics'] } },
  {
    query: 'why is my javascript function returning undefined',
    wanted: { subjects: ['JavaScript', 'Programming'] },
  },
  { query: 'How do I prepare for my first job interview?', wanted: { subjects: ['Interview Preparation'] } },
  { query: 'how to ask for a salary hike', wanted: { subjects: ['Negotiation'] } },
  { query: 'how to save tax on salary', wanted: { subjects: ['Income Tax'] } },
  { query: 'can someone check my rent agreement', wanted: { subjects: ['Contracts'] } },
  { query: 'how to start my own business', wanted: { subjects: ['Startups', 'Bookkeeping'] } },
  { query: 'Can anyone teach me German for nursing job', wanted: { subjects: ['German'] } },
  {
    query: 'how to get more followers on instagram for my shop',
    wanted: { subjects: ['Content Strategy', 'Branding'] },
  },

  // A subject in a language.
  { query: 'tamil medium maths teacher', wanted: { subjects: ['Mathematics'], language: 'Tamil' } },
  { query: 'telugu lo maths', wanted: { subjects: ['Mathematics'], language: 'Telugu' } },
  { query: 'Physics in malayalam', wanted: { subjects: ['Physics'], language: 'Malayalam' } },
  { query: 'chemistry marathi madhe', wanted: { subjects: ['Chemistry'], language: 'Marathi' } },
  { query: 'punjabi me chemistry padhna hai', wanted: { subjects: ['Chemistry'], language: 'Punjabi' } },
  { query: 'biology urdu', wanted: { subjects: ['Biology'], language: 'Urdu' } },
  { query: 'python tamil', wanted: { subjects: ['Python'], language: 'Tamil' } },
  { query: 'coding in kannada', wanted: { subjects: ['Programming'], language: 'Kannada' } },
  { query: 'excel gujarati', wanted: { subjects: ['Excel'], language: 'Gujarati' } },

  // A subject for an exam.
  { query: 'neet botany', wanted: { subjects: ['Botany'] } },
  { query: 'jee mains mathematics', wanted: { subjects: ['Algebra', 'Calculus'] } },
  { query: 'iit jee inorganic', wanted: { subjects: ['Inorganic Chemistry'] } },
  { query: 'upsc geography optional', wanted: { subjects: ['Geography'] } },
  { query: 'upsc hindi medium', wanted: { subjects: ['UPSC'], language: 'Hindi' } },
  { query: 'ssb interview', wanted: { subjects: ['Officer Interviews'] } },
  { query: 'aws certification', wanted: { subjects: ['Cloud Basics'] } },

  // Words for a role.
  { query: 'economics sir', wanted: { subjects: ['Economics'] } },
  { query: 'biology tutor', wanted: { subjects: ['Biology'] } },
  { query: 'urdu ustad', wanted: { subjects: ['Urdu'] } },
  { query: 'yoga instructor', wanted: { subjects: ['Yoga'] } },
  { query: 'dance teacher', wanted: { subjects: ['Manipuri Dance'] } },
  { query: 'fitness trainer', wanted: { subjects: ['Fitness'] } },
  { query: 'doctor se baat karni hai', wanted: { subjects: ['Preventive Care'] } },

  // Topics within a subject.
  { query: 'photosynthesis', wanted: { subjects: ['Biology'] } },
  { query: 'mole concept', wanted: { subjects: ['Chemistry'] } },
  { query: 'revolt of 1857', wanted: { subjects: ['History'] } },
  { query: 'balance sheet tally nahi ho rahi', wanted: { subjects: ['Accountancy', 'Bookkeeping'] } },
  { query: 'class and object in java', wanted: { subjects: ['Programming', 'Computer Science'] } },
  { query: 'sql joins', wanted: { subjects: ['SQL'] } },
  { query: 'pivot table', wanted: { subjects: ['Excel'] } },
  { query: 'overfitting in neural network', wanted: { subjects: ['Machine Learning'] } },
  { query: 'barre chords', wanted: { subjects: ['Guitar'] } },

  // Names: in full, the first only, in another script, or with a small mistake.
  { query: 'Rajeshwari Hegde', wanted: { name: 'Rajeshwari Hegde' } },
  { query: 'zubin', wanted: { name: 'Zubin Irani' } },
  { query: 'herojit', wanted: { name: 'Ngangbam Herojit' } },
  { query: 'sunita rao', wanted: { name: 'सुनीता राव' } },
  { query: 'priyanka dsouza', wanted: { name: 'Priyanka D’Souza' } },
  { query: 'radhika sharma', wanted: { name: 'Rādhikā Śarmā' } },
  { query: 'nagarjuna reddy', wanted: { name: 'Nāgārjuna Reḍḍi' } },
  { query: 'venkateshwara rao', wanted: { name: 'K. Venkateswara Rao' } },
  { query: 'rohit kulkarani', wanted: { name: 'Rohit Kulkarni' } },

  // Subjects whose letters are also in names, such as Mathew, Mukherjee, Shaikh, Imliakum, Karthik, Singh, Devendra
  // and Iyengar. The subject must win.
  { query: 'math', wanted: { subjects: ['Mathematics'] } },
  { query: 'jee', wanted: { subjects: ['JEE'] } },
  { query: 'ai', wanted: { subjects: ['AI Expertise'] } },
  { query: 'ml', wanted: { subjects: ['Machine Learning'] } },
  { query: 'art', wanted: { subjects: ['Drawing', 'Illustration', 'Graphic Design', 'Calligraphy'] } },
  { query: 'learn to sing', wanted: { subjects: ['Singing', 'Harmonium'] } },
  { query: 'web dev', wanted: { subjects: ['Web Development', 'Programming', 'JavaScript', 'CSS'] } },
  { query: 'eng grammar', wanted: { subjects: ['English', 'Spoken English'] } },

  // Plain subjects.
  { query: 'Organic Chemistry', wanted: { subjects: ['Organic Chemistry'] } },
  { query: 'Graphic design', wanted: { subjects: ['Graphic Design'] } },
  { query: 'data analysis', wanted: { subjects: ['Data Analysis'] } },
  { query: 'public speaking', wanted: { subjects: ['Public Speaking'] } },
  { query: 'Project Management', wanted: { subjects: ['Project Management'] } },
  { query: 'mutual funds', wanted: { subjects: ['Mutual Funds'] } },
  { query: 'gst', wanted: { subjects: ['GST'] } },
]
