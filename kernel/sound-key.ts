/**
 * One key for the usual spellings of a word: 'ganit', 'ganeet' and 'गणित' have the same. Hindi is typed in two scripts,
 * and in Latin letters without fixed rules, so the key drops what people spell differently: the short a, doubled
 * letters, and the h after most consonants. Expects folded text; words stay separate.
 */
export function soundKey(text: string): string {
  return text.split(' ').map(keyOfWord).join(' ')
}

function keyOfWord(word: string): string {
  const letters = toLatin(word)
    .replaceAll(/ph/g, 'f')
    .replaceAll(/ch+/g, 'C')
    .replaceAll(/sh/g, 's')
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll(/ck|[cq]/g, 'k')
    .replaceAll('x', 'ks')
    .replaceAll('w', 'v')
    .replaceAll('z', 'j')
    .replaceAll('y', 'i')
    .replaceAll(/au|ou/g, 'o')
    .replaceAll(/a[ie]|ei/g, 'e')
    .replaceAll('ee', 'i')
    .replaceAll('oo', 'u')
    .replaceAll(/(?<=[bdfgjkpt])h/g, '')
    .replaceAll(/(?<!^)a/g, '')
    .replaceAll(/(.)\1+/g, '$1')
  return letters.length > 4 ? letters.replace(/s$/, '') : letters
}

const latinOf: Record<string, string> = Object.fromEntries([
  ...pair('क ख ग घ ङ च छ ज झ ञ', 'k kh g gh n ch ch j jh n'),
  ...pair('ट ठ ड ढ ण त थ द ध न', 't th d dh n t th d dh n'),
  ...pair('प फ ब भ म य र ल व श ष स ह', 'p ph b bh m y r l v sh sh s h'),
  ...pair('अ आ इ ई उ ऊ ऋ ए ऐ ओ औ ऑ ऍ', 'a a i i u u ri e ai o au o e'),
  ...pair('ा ि ी ु ू ृ े ै ो ौ ॉ ॅ', 'a i i u u ri e ai o au o e'),
  ...pair('ं ँ', 'n n'),
])

/** Leaves out the short a after a consonant, which the key drops anyway, and marks such as the virama. */
function toLatin(word: string): string {
  if (!/\p{Script=Devanagari}/u.test(word)) return word
  return [...word].map((letter) => latinOf[letter] ?? (/\p{Script=Devanagari}/u.test(letter) ? '' : letter)).join('')
}

function pair(letters: string, latin: string): [string, string][] {
  const spellings = latin.split(' ')
  return letters.split(' ').map((letter, index) => [letter, spellings[index] ?? ''])
}
