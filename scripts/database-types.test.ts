import { expect, test } from 'vitest'
import { nameColumnValues, readColumnValues } from '#scripts/database-types.ts'

test('the values of a column are read from its constraint', () => {
  const table = 'refund_requests'
  const definitions = [
    `CHECK ((state = ANY (ARRAY['asked'::text, 'granted'::text, 'refused'::text])))`,
    `CHECK ((fault = 'expert_left_early'::text))`,
    `CHECK ((length(reason) <= 1000))`,
    `CHECK (((state = 'asked'::text) = (decided_at IS NULL)))`,
    `CHECK ((minutes = ANY (ARRAY[15, 30, 45, 60])))`,
  ]
  expect(readColumnValues(definitions.map((definition) => ({ table, definition })))).toEqual({
    'refund_requests.state': ['asked', 'granted', 'refused'],
    'refund_requests.fault': ['expert_left_early'],
  })
})

test('the values replace string in the generated types', () => {
  const source = `export interface Refunds {
  fault: string | null;
  reason: string | null;
  state: Generated<string>;
}

export interface DB {
  refunds: Refunds;
}
`
  const values = { 'refunds.state': ['asked', 'granted'], 'refunds.fault': ['expert_left_early'] }
  expect(nameColumnValues(source, values)).toBe(`export interface Refunds {
  fault: "expert_left_early" | null;
  reason: string | null;
  state: Generated<"asked" | "granted">;
}

export interface DB {
  refunds: Refunds;
}
`)
})
