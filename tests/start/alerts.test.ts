import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runPromtool } from '#tests/promtool.ts'

const folder = 'deploy/prometheus'
const readNames = (file: string, pattern: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name)
const alerts = readNames(`${folder}/alerts.yml`, /- alert: (\w+)/g)

test('promtool accepts the configuration and the rules', () => {
  expect(runPromtool(['check', 'config', 'prometheus.yml'], { folder })).toContain(`${alerts.length} rules found`)
})

test('each alert fires for its figures, and stays quiet for others', () => {
  expect(runPromtool(['test', 'rules', 'alerts.test.yml'], { folder })).toContain('SUCCESS')
  const tested = readNames(`${folder}/alerts.test.yml`, /alertname: (\w+)\n +eval_time: \w+\n +exp_alerts:\n/g)
  expect(new Set(tested)).toEqual(new Set(alerts))
})

test('a test of promtool fails when an alert changes', async () => {
  const changed = await mkdtemp(join(tmpdir(), 'samjhao-alerts-'))
  const rules = readFileSync(`${folder}/alerts.yml`, 'utf8')
  await writeFile(join(changed, 'alerts.yml'), rules.replace('max(samjhao_books_mismatches) > 0', 'vector(1) > 2'))
  await copyFile(`${folder}/alerts.test.yml`, join(changed, 'alerts.test.yml'))
  expect(() => runPromtool(['test', 'rules', 'alerts.test.yml'], { folder: changed })).toThrow('SamjhaoBooksWrong')
  await rm(changed, { recursive: true })
})

test('promtool understands every query of the dashboard', async () => {
  const dashboard = readFileSync('deploy/grafana/samjhao.json', 'utf8')
  const queries = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) => JSON.parse(text))
  // Grafana replaces this variable with a period.
  const rules = queries.map((query: string, index) => ({
    record: `dashboard:query_${index}`,
    expr: query.replaceAll('$__rate_interval', '5m'),
  }))
  const temporary = await mkdtemp(join(tmpdir(), 'samjhao-dashboard-'))
  // JSON is YAML.
  await writeFile(join(temporary, 'rules.yml'), JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  expect(runPromtool(['check', 'rules', 'rules.yml'], { folder: temporary })).toContain(`${queries.length} rules found`)
  await rm(temporary, { recursive: true })
})

test('each alert has a section that says what it means and what to do', () => {
  const sections = readFileSync('docs/operations/alerts.md', 'utf8').split(/^## /m).slice(1)
  expect(sections.map((section) => section.split('\n')[0])).toEqual(alerts)
  for (const section of sections) expect(section).toMatch(/^\w+\n\n[A-Z][^\n]+\n[^]*\n1\. [A-Z`]/)
})
