import { callTypes, allSessionsFilter, type SessionFilter, sessionOutcomes } from '#domain/sessions/contract.ts'
import { isDay } from '#kernel/days.ts'
import { lessonSearchMaxLength, nameMaxLength } from '#kernel/limits.ts'

/** Reads the filter from any URL without an error: ignores invalid values and cuts long texts. */
export function readSessionFilter(params: URLSearchParams): SessionFilter {
  const findDay = (name: string) => params.getAll(name).find(isDay) ?? null
  return {
    outcome: sessionOutcomes.find((outcome) => outcome === params.get('show')) ?? null,
    callType: callTypes.find((type) => type === params.get('call')) ?? null,
    from: findDay('from'),
    to: findDay('to'),
    name: normalizeText(params.get('name') ?? '', nameMaxLength),
    words: normalizeText(params.get('words') ?? '', lessonSearchMaxLength),
  }
}

/** The same filter always gives the same query string. `before` is the cursor of a later page. */
export function filterSearch(filter: SessionFilter, before: string | null = null): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filterFields(filter), before })) if (value) params.set(name, value)
  return params.size > 0 ? `?${params}` : ''
}

/** Whether the query has empty fields, as plain forms send them. */
export function hasEmptyFields(params: URLSearchParams): boolean {
  return Object.keys(filterFields(allSessionsFilter)).some((name) => params.get(name) === '')
}

/** The form field values by field name. */
export function filterFields({ outcome, callType, from, to, name, words }: SessionFilter) {
  return { show: outcome ?? '', call: callType ?? '', from: from ?? '', to: to ?? '', name, words }
}

/** Also removes NUL characters, which the database cannot store. */
function normalizeText(text: string, maxLength: number): string {
  return text
    .replaceAll(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, maxLength)
}
