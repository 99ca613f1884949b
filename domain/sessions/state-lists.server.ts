import { sql } from 'kysely'
import { callStates, openStates } from '#domain/sessions/states.ts'

/*
 * State lists for raw SQL: `where state in (${openStateList})`. They are literals instead of parameters, so that
 * PostgreSQL can use the partial index on open sessions.
 */

export const openStateList = joinLiterals(openStates)
export const callStateList = joinLiterals(callStates)

function joinLiterals(states: readonly string[]) {
  return sql.join(states.map((state) => sql.lit(state)))
}
