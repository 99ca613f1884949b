/** One line of Prometheus' text format. */
type Sample = { name: string; labels: Record<string, string>; value: number }
/** The text that a node exports: what it declares, and the values. */
export type Scrape = { types: Map<string, string>; samples: Sample[] }

/** Parses Prometheus' text format. Throws at a line that it does not allow. */
export function parseMetrics(text: string): Scrape {
  const types = new Map<string, string>()
  const samples: Sample[] = []
  for (const line of text.split('\n')) {
    const [, declared, type] = /^# TYPE (\w+) (counter|gauge|histogram|summary)$/.exec(line) ?? []
    if (declared && type) types.set(declared, type)
    if (line === '' || line.startsWith('#')) continue
    const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? []
    if (!name || !value || !isNumber(value)) throw new Error(`not a line of Prometheus' format: ${line}`)
    samples.push({ name, labels: parseLabels(labels), value: toNumber(value) })
  }
  return { types, samples }
}

/** The value of the only sample with this name and these labels; undefined when there is none. */
export function findValue({ samples }: Scrape, name: string, labels: Record<string, string> = {}): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  if (found.length > 1) throw new Error(`${name} has ${found.length} values: name more labels`)
  return found[0]?.value
}

/** The names in a query of Prometheus, without its functions and without the labels. */
export function listQueriedMetrics(query: string): string[] {
  const withoutLabels = query.replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|\b(by|on|without) \([^)]*\)/g, ' ')
  return [...new Set(withoutLabels.match(/\b[a-z]\w*_\w+\b(?!\s*\()|\bup\b/g))]
}

/** A histogram declares one name and exports three. */
export function toDeclaredName(name: string, types: ReadonlyMap<string, string>): string {
  const base = name.replace(/_(bucket|sum|count)$/, '')
  return types.get(base) === 'histogram' ? base : name
}

function parseLabels(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value]))
}

/** The format writes the value of an empty average as NaN, in any case. */
function isNumber(text: string): boolean {
  return /^nan$/i.test(text) || !Number.isNaN(toNumber(text))
}

function toNumber(text: string): number {
  return text === '+Inf' ? Infinity : Number(text)
}
