import type { Logger } from 'pino'
import { Counter, Gauge } from 'prom-client'
import { findLatestBooksCheck } from '#domain/books/figures.server.ts'
import type { Context } from '#domain/context.server.ts'
import { readPresenceFigures } from '#domain/experts/figures.server.ts'
import { mailJobs } from '#domain/mails/contract.ts'
import { readRequestFigures } from '#domain/requests/figures.server.ts'
import { readSessionFigures } from '#domain/sessions/figures.server.ts'
import { readToday } from '#domain/team/figures.server.ts'
import { readMoneyFigures } from '#domain/wallet/figures.server.ts'
import { readWithdrawalFigures } from '#domain/withdrawals/figures.server.ts'
import { cachedReader } from '#kernel/cached-reader.ts'
import { dayMetricsMaxAgeMs, metricsMaxAgeMs, overviewPartTimeoutMs } from '#kernel/limits.ts'
import { withTimeout } from '#kernel/with-timeout.ts'
import { readQueueState } from '#platform/jobs/queue-state.ts'
import type { Metrics } from '#server/metrics.ts'

type Dependencies = {
  metrics: Pick<Metrics, 'registry' | 'onScrape'>
  system: Context
  log: Pick<Logger, 'error'>
}

/** One statement of one room, and the metrics that show its result. */
type Part<Value> = {
  read(): Promise<Value>
  maxAgeMs?: number
  metrics: (Gauge | Counter)[]
  show(value: Value): void
}

/**
 * Exports the figures of the database. They are the same at every node. Each part is one statement, and its result is
 * kept for some seconds, so that scraping cannot load the database. A part that cannot be read has no value.
 */
export function exportDatabaseFigures({ metrics: { registry, onScrape }, system, log }: Dependencies): void {
  const up = gauge('samjhao_database_up', 'Whether all figures of the database could be read in time')
  const parts = [
    createSessionPart(),
    createRequestPart(),
    createPresencePart(),
    createQueuePart(),
    createMoneyPart(),
    createWithdrawalPart(),
    createBooksPart(),
    createDayPart(),
  ]
  onScrape(async () => {
    const results = await Promise.all(parts.map((update) => update()))
    up.set(results.every(Boolean) ? 1 : 0)
  })

  function createSessionPart() {
    const open = gauge('samjhao_open_sessions', 'Sessions that are not over, by state', ['state'])
    const stuck = gauge('samjhao_stuck_sessions', 'Open sessions that no process continues, by step', ['step'])
    const rings = gauge('samjhao_recent_rings', 'Rings of the last 15 minutes, by outcome', ['outcome'])
    return createPart({
      read: () => readSessionFigures(system),
      metrics: [open, stuck, rings],
      show(figures) {
        for (const [state, count] of Object.entries(figures.open)) open.set({ state }, count)
        for (const [step, count] of Object.entries(figures.stuck)) stuck.set({ step }, count)
        for (const [outcome, count] of Object.entries(figures.rings)) rings.set({ outcome }, count)
      },
    })
  }

  function createRequestPart() {
    const open = gauge('samjhao_open_requests', 'Questions to several experts that nobody has taken yet')
    const closed = gauge('samjhao_recent_requests', 'Those that closed in the last 15 minutes', ['outcome'])
    const offers = gauge('samjhao_recent_offers', 'The rings of those at single experts', ['outcome'])
    return createPart({
      read: () => readRequestFigures(system),
      metrics: [open, closed, offers],
      show(figures) {
        open.set(figures.open)
        for (const [outcome, count] of Object.entries(figures.closed)) closed.set({ outcome }, count)
        for (const [outcome, count] of Object.entries(figures.offers)) offers.set({ outcome }, count)
      },
    })
  }

  function createPresencePart() {
    const online = gauge('samjhao_online_experts', 'Experts who are switched on and reachable')
    const connected = gauge('samjhao_connected_experts', 'Experts with an open page')
    const nodes = gauge('samjhao_nodes', 'Nodes with a current heartbeat')
    return createPart({
      read: () => readPresenceFigures(system),
      metrics: [online, connected, nodes],
      show(figures) {
        online.set(figures.online)
        connected.set(figures.connected)
        nodes.set(figures.nodes)
      },
    })
  }

  function createQueuePart() {
    const due = gauge('samjhao_jobs_due', 'Jobs that should run now and wait')
    const oldest = gauge('samjhao_jobs_oldest_due_seconds', 'How long the oldest due job has waited')
    const failed = gauge('samjhao_jobs_failed', 'Jobs that were given up')
    const mailsFailed = gauge('samjhao_mail_jobs_failed', 'Jobs that send mails and were given up')
    return createPart({
      read: () => readQueueState(system.db, { mailJobs }),
      metrics: [due, oldest, failed, mailsFailed],
      show(queue) {
        due.set(queue.waiting)
        oldest.set(queue.oldestMs / 1_000)
        failed.set(queue.failed)
        mailsFailed.set(queue.mailsFailed)
      },
    })
  }

  function createMoneyPart() {
    const payments = gauge('samjhao_payments_undecided', 'Payments that are not decided yet, by state', ['state'])
    const paymentAge = gauge('samjhao_payments_oldest_undecided_seconds', 'Age of the oldest one, by state', ['state'])
    const returns = gauge('samjhao_money_returns_unsent', 'Returns to students that are not sent yet')
    const returnAge = gauge('samjhao_money_returns_oldest_unsent_seconds', 'Age of the oldest return that is not sent')
    return createPart({
      read: () => readMoneyFigures(system),
      metrics: [payments, paymentAge, returns, returnAge],
      show(figures) {
        for (const [state, { count, oldestSeconds }] of Object.entries(figures.payments)) {
          payments.set({ state }, count)
          paymentAge.set({ state }, oldestSeconds)
        }
        returns.set(figures.returns.count)
        returnAge.set(figures.returns.oldestSeconds)
      },
    })
  }

  function createWithdrawalPart() {
    const waiting = gauge('samjhao_withdrawals_waiting', 'Withdrawals that wait for the team, by status', ['status'])
    const oldest = gauge('samjhao_withdrawals_oldest_waiting_seconds', 'Age of the oldest one, by status', ['status'])
    return createPart({
      read: () => readWithdrawalFigures(system),
      metrics: [waiting, oldest],
      show(figures) {
        for (const [status, { count, oldestSeconds }] of Object.entries(figures)) {
          waiting.set({ status }, count)
          oldest.set({ status }, oldestSeconds)
        }
      },
    })
  }

  function createBooksPart() {
    const provedAt = gauge('samjhao_books_proved_timestamp_seconds', 'When the books were last checked')
    const mismatches = gauge('samjhao_books_mismatches', 'What the last check of the books found wrong')
    return createPart({
      read: () => findLatestBooksCheck(system),
      metrics: [provedAt, mismatches],
      show(check) {
        clear([provedAt, mismatches])
        if (!check) return
        provedAt.set(check.provedAt.getTime() / 1_000)
        mismatches.set(check.mismatches)
      },
    })
  }

  /** Counters that start again at midnight in Kolkata. */
  function createDayPart() {
    const sessions = counter('samjhao_settled_sessions_total', 'Paid sessions since midnight in Kolkata')
    const billed = counter('samjhao_billed_seconds_total', 'Billed time since midnight in Kolkata')
    const charged = counter('samjhao_charged_paise_total', 'What students paid since midnight in Kolkata')
    const fee = counter('samjhao_fee_income_paise_total', 'Fees of the platform since midnight in Kolkata')
    const refunded = counter('samjhao_refunded_paise_total', 'What students got back since midnight in Kolkata')
    const metrics = [sessions, billed, charged, fee, refunded]
    return createPart({
      read: () => readToday(system),
      maxAgeMs: dayMetricsMaxAgeMs,
      metrics,
      show(today) {
        clear(metrics)
        sessions.inc(today.calls)
        billed.inc(today.minutes * 60)
        charged.inc(today.charged)
        fee.inc(today.fee)
        refunded.inc(today.refunded)
      },
    })
  }

  /** Returns a function that updates the metrics of the part, and returns whether it could. */
  function createPart<Value>({ read, maxAgeMs = metricsMaxAgeMs, metrics, show }: Part<Value>) {
    const onFailure = (err: unknown) => log.error({ err }, 'reading figures for the metrics failed')
    const readCached = cachedReader({ read, maxAgeMs, clock: system.clock, onError: onFailure })
    return async (): Promise<boolean> => {
      // In an object, because a part may have read null.
      const result = await withTimeout(
        readCached().then((value) => ({ value })),
        { ms: overviewPartTimeoutMs, onFailure },
      )
      if (result) show(result.value)
      else clear(metrics)
      return result !== null
    }
  }

  function gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name, help, labelNames, registers: [registry] })
  }

  function counter(name: string, help: string): Counter {
    return new Counter({ name, help, registers: [registry] })
  }
}

/** Removes all values. A metric without labels would otherwise show zero. */
function clear(metrics: (Gauge | Counter)[]): void {
  for (const metric of metrics) {
    metric.reset()
    metric.remove({})
  }
}
