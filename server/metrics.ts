import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { createRecentAnswers } from '#server/recent-answers.ts'

export type Metrics = {
  contentType: string
  /** Where other files register their metrics. */
  registry: Registry
  /** Runs before each scrape, all at once, and begins in this order. */
  onScrape(update: () => void | Promise<void>): void
  text(): Promise<string>
  /** Pages and page data of the last minutes. */
  readRecentAnswers(): { served: number; failed: number; minutes: number }
  recordRequest(
    labels: { kind: RequestKind; method: string; status: number },
    cost: { seconds: number; statements: number },
  ): void
}

/** Paths are not labels: anyone can invent paths, and each would create a new time series. */
export type RequestKind = 'page' | 'data' | 'asset' | 'health'

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const served = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response',
    labelNames: ['kind', 'method', 'status'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  })
  const statements = new Histogram({
    name: 'http_request_sql_statements',
    help: 'SQL statements sent before a response began',
    labelNames: ['kind'],
    buckets: [0, 2, 5, 10, 20, 50],
    registers: [registry],
  })
  const recent = createRecentAnswers()
  const updates: (() => void | Promise<void>)[] = []
  const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
  return {
    contentType: registry.contentType,
    registry,
    onScrape: (update) => void updates.push(update),
    async text() {
      await Promise.all(updates.map((update) => update()))
      return registry.metrics()
    },
    readRecentAnswers: recent.read,
    recordRequest({ kind, method, status }, cost) {
      if (kind === 'page' || kind === 'data') {
        recent.add(status)
        statements.observe({ kind }, cost.statements)
      }
      served.observe({ kind, method: methods.has(method) ? method : 'other', status }, cost.seconds)
    },
  }
}
