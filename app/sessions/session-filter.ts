import {
  callTypes,
  allSessionsFilter,
  type SessionFilter,
  sessionOutcomes,
} from '#domain/sessions/contract.ts'
import { isDay } from '#kernel/days.ts'
import { nameMaxLength } from '#kernel/limits.ts'

/** Whatever stands in an address means something or nothing, never an error: too much is cut, nonsense is ignored. */
export function readSessionFilter(params: URLSearchParams): SessionFilter {
  const day = (name: string) => params.getAll(name).find(isDay) ?? null
  return {
    outcome: sessionOutcomes.find((outcome) => outcome === params.get('show')) ?? null,
    callType: callTypes.find((type) => type === params.get('call')) ?? null,
    from: day('from'),
    to: day('to'),
    name: normalizeName(params.get('name') ?? ''),
  }
}

/** The same filter always has the same address; `before` is where a later page begins. */
export function filterSearch(filter: SessionFilter, before: string | null = null): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...fieldsOf(filter), before }))
    if (value) params.set(name, value)
  return params.size > 0 ? `?${params}` : ''
}

/** Whether an address says the same thing in a longer way, as those that plain forms make. */
export function isNotCanonical(params: URLSearchParams): boolean {
  return Object.keys(fieldsOf(allSessionsFilter)).some((name) => params.get(name) === '')
}

/** What the fields of the form hold, under their names. */
export function fieldsOf({ outcome, callType, from, to, name }: SessionFilter) {
  return { show: outcome ?? '', call: callType ?? '', from: from ?? '', to: to ?? '', name }
}

/** Also without the sign that a database cannot keep. */
function normalizeName(text: string): string {
  return text
    .replaceAll(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, nameMaxLength)
}
