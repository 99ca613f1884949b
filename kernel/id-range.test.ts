import { expect, test } from 'vitest'
import { findIdRange } from '#kernel/id-range.ts'

const id = '0199c0de-1234-7000-8000-0000000000ef'

test('an id is a range of one', () => {
  expect(findIdRange(id)).toEqual({ first: id, last: id })
  expect(findIdRange(id.toUpperCase())).toEqual({ first: id, last: id })
  expect(findIdRange(id.replaceAll('-', ''))).toEqual({ first: id, last: id })
})

test('a receipt number is the range of the ids that begin with it', () => {
  const range = { first: '0199c0de-0000-0000-0000-000000000000', last: '0199c0de-ffff-ffff-ffff-ffffffffffff' }
  expect(findIdRange('0199C0DE')).toEqual(range)
  expect(findIdRange('0199c0de-')).toEqual(range)
})

test('a longer beginning narrows the range', () => {
  expect(findIdRange('0199c0de-12')).toEqual({
    first: '0199c0de-1200-0000-0000-000000000000',
    last: '0199c0de-12ff-ffff-ffff-ffffffffffff',
  })
})

test.each(['', '0199c0d', 'asha', '98450-54321', '0199c0de-1234-7000-8000-0000000000ef0', '#0199c0de', '0199 c0de'])(
  '“%s” is no id',
  (text) => {
    expect(findIdRange(text)).toBeNull()
  },
)
