import type { Context } from '#domain/context.server.ts'
import type { Payments } from '#platform/payments/port.ts'

export type PaymentsContext = Context & { payments: Payments }
