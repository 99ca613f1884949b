import { sql } from 'kysely'
import { callStates, openStates } from '#domain/sessions/states.ts'

/*
 * States as raw SQL writes them: `where state in (${openStateList})`. They are literals and no parameters, because only then the
 * database knows that an index on open sessions answers.
 */

export const openStateList = listOf(openStates)
export const callStateList = listOf(callStates)

function listOf(states: readonly string[]) {
  return sql.join(states.map((state) => sql.lit(state)))
}
