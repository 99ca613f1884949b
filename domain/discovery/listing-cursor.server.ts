import { type RawBuilder, sql } from 'kysely'
import type { ListingQuery } from '#domain/discovery/contract.ts'
import type { ListingRow } from '#domain/discovery/listing-rows.server.ts'

/** The last row of a page. */
export type Cursor = {
  fit: number
  score: number
  online: boolean
  ratePaisePerMinute: number
  /** As text, because it must not be rounded. */
  standing: string
  id: string
}

/** Contains the order, so that a changed order starts at the first page. */
export function writeCursor({ sort }: ListingQuery, row: ListingRow): string {
  const { fit, score, online, rate_paise_per_minute: rate, standing, expert_id: id } = row
  return Buffer.from([sort, fit, score, Number(online), rate, standing, id].join(' ')).toString('base64url')
}

const pattern = /^(\S+) (\d) (\d{1,3}) ([01]) (\d{1,9}) (\d\.\d{7}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Null for an invalid cursor. The listing then starts at the first page. */
export function readCursor({ sort }: ListingQuery, text: string): Cursor | null {
  const [, cursorSort, fit, score, online, rate, standing = '', id = ''] =
    pattern.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (cursorSort !== sort) return null
  return {
    fit: Number(fit),
    score: Number(score),
    online: online === '1',
    ratePaisePerMinute: Number(rate),
    standing,
    id,
  }
}

/** An order of rows. All keys are descending, so that one row comparison starts the next page in an index. */
export type RowOrder = {
  orderBy: RawBuilder<unknown>
  isAfter(cursor: Cursor): RawBuilder<boolean>
}

const standingOrder: RowOrder = {
  orderBy: sql`standing desc, expert_id desc`,
  isAfter: ({ standing, id }) => sql`(standing, expert_id) < (${standing}::numeric, ${id}::uuid)`,
}

/** Ties go to the expert of better standing. */
export const orders: Record<ListingQuery['sort'], RowOrder> = {
  rating: standingOrder,
  'price-low': createPriceOrder(sql`(-rate_paise_per_minute)`, -1),
  'price-high': createPriceOrder(sql`rate_paise_per_minute`, 1),
}

/** The order of experts who match a search equally well. */
export const searchOrder: RowOrder = {
  orderBy: sql`online desc, standing desc, expert_id desc`,
  isAfter: ({ online, standing, id }) =>
    sql`(online, standing, expert_id) < (${online}::boolean, ${standing}::numeric, ${id}::uuid)`,
}

function createPriceOrder(key: RawBuilder<unknown>, sign: 1 | -1): RowOrder {
  return {
    orderBy: sql`${key} desc, standing desc, expert_id desc`,
    isAfter: ({ ratePaisePerMinute, standing, id }) => sql`(${key}, standing, expert_id)
      < (${sign * ratePaisePerMinute}::bigint, ${standing}::numeric, ${id}::uuid)`,
  }
}
