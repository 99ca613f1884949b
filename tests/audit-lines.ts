import type { AuditLine } from '#domain/audit/contract.ts'
import { tara } from '#tests/viewers.ts'

/** An audit log line: Tara’s action an hour ago. */
export function auditLine(line: Partial<AuditLine> & Pick<AuditLine, 'act'>): AuditLine {
  return {
    id: 1,
    at: new Date('2026-05-04T05:30:00Z'),
    actor: { id: tara.id, name: tara.name },
    subject: null,
    thing: null,
    thingId: null,
    why: null,
    before: null,
    after: null,
    details: {},
    ...line,
  }
}
