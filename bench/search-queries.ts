import type { ListingQuery } from '#domain/discovery/contract.ts'
import { defaultListingQuery } from '#domain/discovery/rules.ts'
import type { SearchCriteria } from '#domain/requests/match-experts.server.ts'

const anyExpert = { ...defaultListingQuery, onlineOnly: false }
/** Typical visitor queries: mostly the first listing page, categories and a few words. */
export const mix: Record<string, ListingQuery> = {
  'online now': defaultListingQuery,
  everybody: anyExpert,
  'a category': { ...defaultListingQuery, category: 'academic' },
  'a subcategory': { ...defaultListingQuery, category: 'test-preparation' },
  'a language': { ...defaultListingQuery, language: 'tamil' },
  'two subjects, rated 4 and up': { ...defaultListingQuery, subjects: ['physics', 'music'], minRating: 4 },
  'lowest price': { ...anyExpert, sort: 'price-low' },
  'lowest price of a subject': { ...anyExpert, search: 'physics', sort: 'price-low' },
  'a broad word': { ...anyExpert, search: 'teacher' },
  'a subject': { ...defaultListingQuery, search: 'physics' },
  'two words': { ...anyExpert, search: 'machine learning' },
  'a synonym: ganit': { ...anyExpert, search: 'ganit' },
  'Hindi maths teacher': { ...anyExpert, search: 'Hindi maths teacher' },
  'jee physics kaise padhe': { ...anyExpert, search: 'jee physics kaise padhe' },
  'help me with calculus integration': { ...defaultListingQuery, search: 'help me with calculus integration' },
  अंग्रेज़ी: { ...anyExpert, search: 'अंग्रेज़ी' },
  'a word of a text': { ...anyExpert, search: 'notebooks' },
  'the start of a subject': { ...anyExpert, search: 'math' },
  'words that nobody has together': { ...anyExpert, search: 'physics astrology tamil' },
  'five words': { ...anyExpert, search: 'python physics hindi guitar teacher' },
  'a first name': { ...defaultListingQuery, search: 'priya' },
  'a full name': { ...anyExpert, search: 'priya kulkarni' },
  'one letter': { ...anyExpert, search: 'p' },
  'two rare letters': { ...anyExpert, search: 'zq' },
  'a slip': { ...anyExpert, search: 'phsyics' },
  'a word that nobody has': { ...anyExpert, search: 'xylophonist' },
}
/** Questions to several experts at once, in any language or in the given one. */
export const requests: Record<string, Pick<SearchCriteria, 'question' | 'language'>> = {
  'a photo, no words': { question: null, language: null },
  'physics, any language': { question: 'How is the lens formula in physics derived?', language: null },
  'ganit, in Hindi': { question: 'x^2 - 5x + 6 = 0, ganit ka sawal hai', language: 'Hindi' },
  'a long question': {
    question: `My son is in class 10 and needs help with mathematics, trigonometry and coordinate geometry before the board
      exam. He also fears chemistry numericals, organic reactions, and English essay writing. Somebody patient who can
      explain in Hindi or Marathi, please, this evening if possible.`,
    language: null,
  },
}
export const requestKinds = { 'to be asked': 'offer', 'next free times': 'any' } as const
