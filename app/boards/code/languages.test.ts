import { expect, test } from 'vitest'
import { codeLanguages, findLanguage, offerLanguages } from '#app/boards/code/languages.ts'
import { subjectSuggestions, subjectTree } from '#kernel/catalogue.ts'

test.each([
  [['Python'], ['python']],
  [['Programming'], ['python', 'java', 'cpp', 'c', 'javascript', 'sql']],
  [['Web Development'], ['html', 'css', 'javascript', 'typescript']],
  [
    ['React.js', 'Node.js'],
    ['javascript', 'typescript', 'html', 'css'],
  ],
  [
    ['C++', 'Data Structures'],
    ['cpp', 'java', 'python'],
  ],
  [['C#'], ['csharp']],
  [['ASP.NET'], ['csharp']],
  [['C Language'], ['c']],
  [['JavaScript'], ['javascript', 'typescript', 'html', 'css']],
  [
    ['Machine Learning', 'R'],
    ['r', 'python', 'sql'],
  ],
  [['DSA in Java'], ['java', 'cpp', 'python']],
  [['Statistics'], ['r', 'python']],
  [['Mathematics'], ['text', 'latex', 'python', 'matlab']],
  [['UGC NET', 'Google Ads', 'Spoken English'], ['text']],
  [[], ['text']],
])('for %j the languages %j are offered first', (subjects, ids) => {
  expect(offerLanguages(subjects).first.map(({ id }) => id)).toEqual(ids)
})

test('every language is offered once, for every subject of the catalogue', () => {
  const subjects = [...subjectTree.flatMap(({ subjects }) => subjects), ...Object.values(subjectSuggestions).flat()]
  for (const subject of subjects) {
    const { first, others } = offerLanguages([subject])
    expect([...first, ...others].map(({ id }) => id).toSorted()).toEqual(codeLanguages.map(({ id }) => id).toSorted())
  }
})

test.each([undefined, null, 7, '', 'constructor', '__proto__', {}, ['python']])('%j is not a language', (id) => {
  expect(findLanguage(id)).toBeNull()
})
