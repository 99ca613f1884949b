import { describe, expect, test } from 'vitest'
import { filterSearch, isNotCanonical, readSessionFilter } from '#app/sessions/session-filter.ts'
import { allSessionsFilter } from '#domain/sessions/contract.ts'

const read = (search: string) => readSessionFilter(new URLSearchParams(search))

describe('an address', () => {
  test('says which sessions are meant, and is the same for the same ones', () => {
    const search = '?show=refunded&call=audio&from=2026-10-01&to=2026-10-31&name=Jos%C3%A9+%C3%81lvarez'
    const filter = read(search)
    expect(filter).toEqual({
      outcome: 'refunded',
      callType: 'audio',
      from: '2026-10-01',
      to: '2026-10-31',
      name: 'José Álvarez',
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
  ])('that says %s means every session', (search) => {
    expect(read(search)).toEqual(allSessionsFilter)
  })

  test('has room for a name, not for a book', () => {
    expect(read(`?name=${'x'.repeat(5_000)}`).name).toHaveLength(120)
    expect(read('?name=++Ravi%0ANair%00').name).toBe('Ravi Nair')
  })

  test('that a plain form made is tidied', () => {
    expect(isNotCanonical(new URLSearchParams('?show=paid&name='))).toBe(true)
    expect(isNotCanonical(new URLSearchParams('?show=paid&name=Ravi&other='))).toBe(false)
  })
})
