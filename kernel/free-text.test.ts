import { expect, test } from 'vitest'
import { freeText, personName, singleLineText } from '#kernel/free-text.ts'

test('a single-line text loses direction control characters and keeps the joiners of Indian scripts', () => {
  expect(singleLineText().parse(' Asha\u202E\u2066 Verma ')).toBe('Asha Verma')
  const joined = 'क्\u200Dष'
  expect(singleLineText().parse(joined)).toBe(joined)
})

test('a text is stored as it is, except for the null character', () => {
  expect(freeText(20).parse(' <b>\u202E ')).toBe('<b>\u202E')
  expect(freeText(20).safeParse('a\0b').success).toBe(false)
})

test.each([
  ['a line feed', 'Asha\nVerma'],
  ['a lone carriage return', 'Asha\rVerma'],
  ['a carriage return and a line feed', ' Asha \r\n Verma '],
  ['a tab', 'Asha\tVerma'],
  ['a line separator', 'Asha\u2028Verma'],
  ['direction control characters', '\u202EAsha\u200F\u061C \u2066Verma\u2069'],
  ['invisible characters', '\uFEFFAsha\u200B Ver\u00ADma'],
  ['blank Korean letters', 'A\u3164s\u115Fh\u1160a Verma\uFFA0'],
  ['tags', 'Asha\u{E0001}\u{E0041} Verma\u{E007F}'],
])('a name with %s becomes one visible line', (_, sent) => {
  expect(personName.parse(sent)).toBe('Asha Verma')
})

test.each([
  'A\0sha Verma',
  'Asha\u0007',
  'Asha\u009B31m',
  'A',
  ' \n ',
  '\u200D\u200D\u200D',
  '\u3164\u3164',
  '\u{E0041}\u{E0042}',
  '12345',
  'a'.repeat(121),
])('%j is refused as a name', (sent) => {
  expect(personName.safeParse(sent).success).toBe(false)
})

test.each(['Zoë O’Brien-Müller', 'வள்ளி', 'क्\u200Dष राव', '李明', 'Dr. A. P. J. Kalam 2'])(
  '%s is accepted as a name',
  (name) => {
    expect(personName.parse(name)).toBe(name)
  },
)
