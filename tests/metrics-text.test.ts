import { expect, test } from 'vitest'
import { findValue, listQueriedMetrics, parseMetrics, toDeclaredName } from '#tests/metrics-text.ts'

const text = `# HELP jobs Jobs
# TYPE jobs gauge
jobs 3
# TYPE wait_seconds histogram
wait_seconds_bucket{le="+Inf",kind="page"} 2
wait_seconds_count{kind="page"} 2
`

test('declarations and values are read', () => {
  const scrape = parseMetrics(text)
  expect(Object.fromEntries(scrape.types)).toEqual({ jobs: 'gauge', wait_seconds: 'histogram' })
  expect(findValue(scrape, 'jobs')).toBe(3)
  expect(findValue(scrape, 'wait_seconds_bucket', { le: '+Inf' })).toBe(2)
  expect(findValue(scrape, 'wait_seconds_count', { kind: 'asset' })).toBeUndefined()
  expect(toDeclaredName('wait_seconds_bucket', scrape.types)).toBe('wait_seconds')
})

test.each(['jobs three', 'jobs', 'jobs{a="b" 1', '{} 1'])('the line %j is refused', (line) => {
  expect(() => parseMetrics(line)).toThrow('not a line')
})

test('the metrics of a query are found, without functions, labels and periods', () => {
  const query = `histogram_quantile(0.9, sum by (le) (rate(wait_seconds_bucket{kind=~"page|data_x"}[$__rate_interval])))
    and sum(increase(mails_total[10m])) > 5 and up{job="samjhao"} == 0 and max(jobs_failed offset 1h) > 0`
  expect(listQueriedMetrics(query)).toEqual(['wait_seconds_bucket', 'mails_total', 'up', 'jobs_failed'])
})
