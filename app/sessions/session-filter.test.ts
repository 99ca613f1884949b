import { describe, expect, test } from 'vitest'
import { filterSearch, hasEmptyFields, readSessionFilter } from '#app/sessions/session-filter.ts'
import { allSessionsFilter } from '#domain/sessions/contract.ts'

const read = (search: string) => readSessionFilter(new URLSearchParams(search))

describe('a filter query', () => {
  test('is parsed into a filter and written back unchanged', () => {
    const search = '?show=refunded&call=audio&from=2026-10-01&to=2026-10-31&name=Jos%C3%A9+%C3%81lvarez&words=ice+cream'
    const filter = read(search)
    expect(filter).toEqual({
      outcome: 'refunded',
      callType: 'audio',
      from: '2026-10-01',
      to: '2026-10-31',
      name: 'José Álvarez',
      words: 'ice cream',
    })
    expect(filterSearch(filter)).toBe(search)
    expect(filterSearch(filter, 'abc')).toBe(`${search}&before=abc`)
    expect(filterSearch(allSessionsFilter)).toBe('')
  })

  test.each([
    '?show=everything&call=pigeon&from=yesterday&to=2026-02-30',
    '?show=&call=&from=&to=&name=',
    '?show=PAID&from=2026-10-01%27--&name=%00%20',
    '?__proto__=paid&constructor=x',
  ])('of %s is ignored as invalid', (search) => {
    expect(read(search)).toEqual(allSessionsFilter)
  })

  test('limits and cleans up the name and the words', () => {
    expect(read(`?name=${'x'.repeat(5_000)}`).name).toHaveLength(120)
    expect(read('?name=++Ravi%0ANair%00').name).toBe('Ravi Nair')
    expect(read(`?words=${'x'.repeat(5_000)}`).words).toHaveLength(100)
    expect(read('?words=+ice%00%0Acream').words).toBe('ice cream')
  })

  test('of a plain form may have empty fields', () => {
    expect(hasEmptyFields(new URLSearchParams('?show=paid&name='))).toBe(true)
    expect(hasEmptyFields(new URLSearchParams('?show=paid&name=Ravi&other='))).toBe(false)
  })
})
