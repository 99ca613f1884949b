/** A shipped package with a newer version that should have been adopted by now. */
type LateUpdate = { name: string; version: string; newer: string; days: number }

/** As SECURITY.md says: packages are updated once a month. */
const limitDays = 30
const dayMs = 86_400_000

/**
 * Finds the first newer version that has been public for longer than the limit. Only compatible versions count, because
 * a new major version needs a separate change.
 */
export function findLateUpdate(
  { name, version }: { name: string; version: string },
  published: Record<string, string>,
  now: Date,
): LateUpdate | null {
  const own = readVersion(version)
  const newer = Object.entries(published)
    .flatMap(([text, at]) => {
      const numbers = readVersion(text)
      return own && numbers && isCompatible(own, numbers) ? [{ text, numbers, at: new Date(at) }] : []
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .find(({ numbers }) => own && compare(numbers, own) > 0)
  const days = newer ? Math.floor((now.getTime() - newer.at.getTime()) / dayMs) : 0
  return newer && days > limitDays ? { name, version, newer: newer.text, days } : null
}

/** Null for anything but a stable version. */
function readVersion(text: string): number[] | null {
  return /^\d+\.\d+\.\d+$/.test(text) ? text.split('.').map(Number) : null
}

/** Before version 1, the second number is the major one. */
function isCompatible(a: number[], b: number[]): boolean {
  return a[0] === b[0] && (a[0] !== 0 || a[1] === b[1])
}

function compare(a: number[], b: number[]): number {
  const at = a.findIndex((number, index) => number !== b[index])
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/** The known flaws in an answer of `npm audit --json`. Null if the registry has not answered. */
export function readKnownFlaws(text: string): string[] | null {
  const { vulnerabilities } = JSON.parse(text) as { vulnerabilities?: Record<string, { severity: string }> }
  if (!vulnerabilities) return null
  return Object.entries(vulnerabilities).map(([name, { severity }]) => `${name}: ${severity}`)
}
