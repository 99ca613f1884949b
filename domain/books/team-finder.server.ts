import { sql } from 'kysely'
import type { FoundOperation, OperationKind } from '#domain/books/contract.ts'
import type { TeamFinder } from '#domain/team-finder.server.ts'
import { foundPerKind } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'

/** Operations by their own id, or by the id of their session, payment, withdrawal or correction, latest first. */
export const operationsFinder: TeamFinder<FoundOperation> = {
  duties: ['keepBooks'],
  async find({ db }, { ids }) {
    if (!ids) return []
    const { rows } = await sql<Row>`
      select operation.id, kind, at,
        (select coalesce(sum(amount_paise), 0)::bigint from ledger_transfers where operation_id = operation.id) as moved
      from (
        (select id from ledger_operations where id between ${ids.first} and ${ids.last} limit ${foundPerKind})
        union
        (select id from ledger_operations where subject_id between ${ids.first} and ${ids.last}
          order by subject_id, at limit ${foundPerKind})
      ) found
      join ledger_operations operation on operation.id = found.id
      order by at desc, operation.id
      limit ${foundPerKind}`.execute(db)
    return rows.map((row) => ({
      id: row.id,
      match: 'exact',
      kind: row.kind,
      at: row.at,
      moved: paise(row.moved),
    }))
  },
}

type Row = { id: string; kind: OperationKind; at: Date; moved: number }
