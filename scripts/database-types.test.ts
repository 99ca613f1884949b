import { expect, test } from 'vitest'
import { nameColumnTypes, readAcceptedValues, readGeneratedValues, readIds } from '#scripts/database-types.ts'

test('the values of a column are read from its constraint', () => {
  const table = 'refund_requests'
  const definitions = [
    `CHECK ((state = ANY (ARRAY['asked'::text, 'granted'::text, 'refused'::text])))`,
    `CHECK ((fault = 'expert_left_early'::text))`,
    `CHECK ((length(reason) <= 1000))`,
    `CHECK (((state = 'asked'::text) = (decided_at IS NULL)))`,
    `CHECK ((minutes = ANY (ARRAY[15, 30, 45, 60])))`,
  ]
  expect(readAcceptedValues(definitions.map((definition) => ({ table, definition })))).toEqual({
    'refund_requests.state': '"asked" | "granted" | "refused"',
    'refund_requests.fault': '"expert_left_early"',
  })
})

test('the values of a generated column are read from its expression', () => {
  const columns = [
    {
      column: 'profiles.account_state',
      expression: `\nCASE\n    WHEN (deleted_at IS NOT NULL) THEN 'deleted'::text\n    ELSE 'active'::text\nEND`,
    },
    { column: 'experts.sort_name', expression: 'lower(full_name)' },
    { column: 'experts.shown_name', expression: `CASE\n    WHEN is_hidden THEN ''::text\n    ELSE full_name\nEND` },
  ]
  expect(readGeneratedValues(columns)).toEqual({ 'profiles.account_state': '"deleted" | "active"' })
})

test('foreign keys determine the id type of a column, even through other foreign keys', () => {
  const references = [
    { column: 'weekly_hours.expert_id', target: 'schedules.expert_id' },
    { column: 'schedules.expert_id', target: 'profiles.id' },
    { column: 'corrections.to_account', target: 'ledger_account_kinds.kind' },
  ]
  const ids = readIds(references)
  expect(ids).toMatchObject({ 'weekly_hours.expert_id': 'AccountId', 'schedules.expert_id': 'AccountId' })
  expect(ids).not.toHaveProperty(['corrections.to_account'])
})

test('the types of columns replace string and Json in the generated file', () => {
  const source = `import type { ColumnType } from "kysely";

export interface Refunds {
  details: Generated<Json>;
  fault: string | null;
  reason: string | null;
  session_id: string;
  state: Generated<string>;
}

export interface DB {
  refunds: Refunds;
}
`
  const types = {
    'refunds.state': '"asked" | "granted"',
    'refunds.fault': '"expert_left_early"',
    'refunds.session_id': 'SessionId',
    'refunds.details': 'ColumnType<JsonObject, string, string>',
  }
  expect(nameColumnTypes(source, types)).toBe(`import type { ColumnType } from "kysely";
import type { SessionId } from "#kernel/ids.ts";

export interface Refunds {
  details: Generated<ColumnType<JsonObject, string, string>>;
  fault: "expert_left_early" | null;
  reason: string | null;
  session_id: SessionId;
  state: Generated<"asked" | "granted">;
}

export interface DB {
  refunds: Refunds;
}
`)
})
