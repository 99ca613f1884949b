import { expect, test } from 'vitest'
import { fold } from '#kernel/fold.ts'
import { soundKey } from '#kernel/sound-key.ts'

const keyOf = (text: string) => soundKey(fold(text))

test.each([
  ['ganit', 'ganeet', 'गणित'],
  ['angrezi', 'angreji', 'angrezee', 'अंग्रेज़ी', 'अंग्रेजी', 'अँग्रेज़ी'],
  ['bhautiki', 'bhautikee', 'भौतिकी'],
  ['itihas', 'itihaas', 'इतिहास'],
  ['hindi', 'हिंदी', 'हिन्दी'],
  ['physics', 'phisics', 'fisics'],
  ['padhai', 'padhaai', 'पढ़ाई'],
  ['rasayan vigyan', 'rasaayan vigyaan'],
])('%s has one key in all its spellings', (...spellings) => {
  expect(new Set(spellings.map(keyOf)).size).toBe(1)
})

test('different words have different keys', () => {
  const words = ['ganit', 'gati', 'kanoon', 'kahani', 'kavita', 'math', 'mouth', 'physics', 'yoga', 'bank', 'bangla']
  expect(new Set(words.map(keyOf)).size).toBe(words.length)
})

test('other scripts and signs are not transliterated', () => {
  expect(keyOf('தமிழ்')).toBe('தமிழ்')
  expect(keyOf('c++')).toBe('k+')
})
