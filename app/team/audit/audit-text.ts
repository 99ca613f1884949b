import type { AuditValues } from '#domain/audit/contract.ts'
import { formatRupees, paise } from '#kernel/money.ts'

/** Describes a change, such as 'status pending → approved'. */
export function changeText(before: AuditValues, after: AuditValues): string {
  return Object.entries(after)
    .map(([name, value]) => {
      const earlier = name in before ? `${factText(name, before[name])} → ` : ''
      return `${nameText(name)} ${earlier}${factText(name, value)}`
    })
    .join(', ')
}

/** Formats a value in rupees if its name ends in 'Paise'. */
function factText(name: string, value: unknown): string {
  if (name.endsWith('Paise') && typeof value === 'number') return formatRupees(paise(value))
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Turns 'bankReference' into 'bank reference'. */
function nameText(name: string): string {
  return name.replace(/Paise$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
