import { fold } from '#kernel/fold.ts'

/** The languages of the code pad. `extension` is that of a downloaded file, `indent` the spaces of one level. */
export const codeLanguages = [
  { id: 'text', name: 'Plain text', extension: 'txt', indent: 4 },
  { id: 'python', name: 'Python', extension: 'py', indent: 4 },
  { id: 'javascript', name: 'JavaScript', extension: 'js', indent: 2 },
  { id: 'typescript', name: 'TypeScript', extension: 'ts', indent: 2 },
  { id: 'java', name: 'Java', extension: 'java', indent: 4 },
  { id: 'c', name: 'C', extension: 'c', indent: 4 },
  { id: 'cpp', name: 'C++', extension: 'cpp', indent: 4 },
  { id: 'csharp', name: 'C#', extension: 'cs', indent: 4 },
  { id: 'html', name: 'HTML', extension: 'html', indent: 2 },
  { id: 'css', name: 'CSS', extension: 'css', indent: 2 },
  { id: 'json', name: 'JSON', extension: 'json', indent: 2 },
  { id: 'sql', name: 'SQL', extension: 'sql', indent: 4 },
  { id: 'r', name: 'R', extension: 'R', indent: 2 },
  { id: 'matlab', name: 'MATLAB', extension: 'm', indent: 4 },
  { id: 'latex', name: 'LaTeX', extension: 'tex', indent: 2 },
  { id: 'kotlin', name: 'Kotlin', extension: 'kt', indent: 4 },
  { id: 'swift', name: 'Swift', extension: 'swift', indent: 4 },
  { id: 'dart', name: 'Dart', extension: 'dart', indent: 2 },
  { id: 'go', name: 'Go', extension: 'go', indent: 4 },
  { id: 'rust', name: 'Rust', extension: 'rs', indent: 4 },
  { id: 'ruby', name: 'Ruby', extension: 'rb', indent: 2 },
  { id: 'shell', name: 'Shell', extension: 'sh', indent: 2 },
] as const

export type CodeLanguage = (typeof codeLanguages)[number]
export type CodeLanguageId = CodeLanguage['id']

export const plainText: CodeLanguage = codeLanguages[0]

/** The languages that subjects suggest, the likeliest first. A subject fits if it contains one of the words. */
const suggestions: { words: string[]; ids: CodeLanguageId[] }[] = [
  { words: ['javascript', 'js', 'react', 'angular', 'vue', 'node'], ids: ['javascript', 'typescript', 'html', 'css'] },
  { words: ['web', 'frontend', 'front end', 'full stack', 'mern'], ids: ['html', 'css', 'javascript', 'typescript'] },
  { words: ['backend', 'spring', 'spring boot'], ids: ['java', 'python', 'sql'] },
  { words: ['django', 'flask', 'pandas', 'numpy', 'coding'], ids: ['python'] },
  { words: ['android'], ids: ['kotlin', 'java'] },
  { words: ['ios'], ids: ['swift'] },
  { words: ['flutter'], ids: ['dart'] },
  { words: ['golang'], ids: ['go'] },
  { words: ['.net', 'unity'], ids: ['csharp'] },
  { words: ['linux', 'devops', 'bash'], ids: ['shell', 'python'] },
  { words: ['database', 'databases', 'dbms', 'mysql', 'postgresql'], ids: ['sql'] },
  { words: ['data structures', 'algorithms', 'dsa', 'competitive programming'], ids: ['cpp', 'java', 'python'] },
  {
    words: ['programming', 'software', 'computer science', 'computer applications', 'technical skills', 'interview'],
    ids: ['python', 'java', 'cpp', 'c', 'javascript', 'sql'],
  },
  {
    words: ['machine learning', 'deep learning', 'ai', 'ml', 'data analysis', 'data science', 'analytics'],
    ids: ['python', 'sql', 'r'],
  },
  { words: ['statistics'], ids: ['r', 'python'] },
  {
    words: ['mathematics', 'maths', 'algebra', 'calculus', 'physics', 'chemistry', 'engineering'],
    ids: ['text', 'latex', 'python', 'matlab'],
  },
  { words: ['graphic design', 'digital marketing', 'search marketing'], ids: ['html', 'css'] },
]

export type OfferedLanguages = { first: CodeLanguage[]; others: CodeLanguage[] }

/**
 * The languages that fit an expert's subjects, and all others. A new pad starts with the first one. Languages that a
 * subject names come before languages that it suggests. Subjects without code get plain text.
 */
export function offerLanguages(subjects: readonly string[]): OfferedLanguages {
  const folded = subjects.map(fold)
  const isNamed = (word: string) => folded.some((subject) => containsWord(subject, word))
  const ids = new Set<CodeLanguageId>([
    ...codeLanguages.filter(({ name }) => isNamed(fold(name))).map(({ id }) => id),
    ...folded.flatMap((subject) =>
      suggestions.flatMap(({ words, ids }) => (words.some((word) => containsWord(subject, word)) ? ids : [])),
    ),
  ])
  if (ids.size === 0) ids.add(plainText.id)
  return {
    first: [...ids].map((id) => findLanguage(id)).filter((language) => language !== null),
    others: codeLanguages.filter(({ id }) => !ids.has(id)),
  }
}

/** Null for any other value, because the other browser may have stored anything as the language. */
export function findLanguage(id: unknown): CodeLanguage | null {
  return codeLanguages.find((language) => language.id === id) ?? null
}

/** 'c' is not a word of 'c++', and 'java' is not one of 'javascript'. */
function containsWord(subject: string, word: string): boolean {
  const start = /^[a-z]/.test(word) ? '(?<![a-z0-9])' : ''
  return new RegExp(`${start}${word.replaceAll(/[.+]/g, String.raw`\$&`)}(?![a-z0-9+#])`).test(subject)
}
