import { describe, expect, test } from 'vitest'
import { findFileProblem, fileSize } from '#app/sessions/request/question-file.ts'
import { refusals } from '#kernel/refusals.ts'

describe('a question file', () => {
  test.each(['notes.pdf', 'Page 1.JPG', 'essay.docx', 'old.doc', 'graph.webp'])('may be %s', (name) => {
    expect(findFileProblem({ name, size: 1 })).toBeNull()
  })

  test.each(['virus.exe', 'song.mp3', 'pdf', 'drawing.svg', 'macro.docm'])('may not be %s', (name) => {
    expect(findFileProblem({ name, size: 1 })).toBe(refusals.question_file_type.text)
  })

  test('may be at most ten megabytes', () => {
    const size = 10 * 1024 * 1024
    expect(findFileProblem({ name: 'notes.pdf', size })).toBeNull()
    expect(findFileProblem({ name: 'notes.pdf', size: size + 1 })).toBe('File size exceeds the 10MB limit.')
  })
})

test('file sizes are shown in KB or MB', () => {
  expect([1, 2048, 840 * 1024, 2.4 * 1024 * 1024].map(fileSize)).toEqual(['1 KB', '2 KB', '840 KB', '2.4 MB'])
})
