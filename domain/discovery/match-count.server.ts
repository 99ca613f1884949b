import { type RawBuilder, sql } from 'kysely'

/** Up to this number, all matching rows are read and sorted. Otherwise they are read in the order of an index. */
export const fewMax = sql.lit(10_000)

/**
 * Selects one of 64 experts, by a random part of the id. Indexes on these experts quickly show whether many match. The
 * planner expects an equality to match very few rows, so it uses these indexes.
 */
export function isSampled(table: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`get_byte(uuid_send(${table}.expert_id), 15) % 64 = 0`
}

const sampleMax = sql.lit(64)

/**
 * True if so many of the sampled experts match that about 4,000 match in total: more than the largest total that is shown,
 * and enough to find a page soon in the order of an index.
 */
export function areMany(sample: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(select count(*) from (${sample} limit ${sampleMax}) sampled) = ${sampleMax}`
}
