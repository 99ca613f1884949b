import type { HandlerForm } from '#tests/refusals/handler-forms.ts'

type Fields = Record<string, string | number>

const formType = 'application/x-www-form-urlencoded'

/** The body of these forms, one after the other, in the type that the action reads. */
export function encodeForm(form: HandlerForm, forms: Record<string, string>[]): { type: string; body: string } {
  if (form.json) {
    const numbers = (name: string, value: string) => (typeof form.fields[name] === 'number' ? Number(value) : value)
    const values = Object.entries(Object.assign({}, ...forms) as Record<string, string>)
    return {
      type: 'application/json',
      body: toJson(Object.fromEntries(values.map(([name, value]) => [name, numbers(name, value)]))),
    }
  }
  return { type: formType, body: new URLSearchParams(forms.flatMap((fields) => Object.entries(fields))).toString() }
}

/** A name such as `keys.auth` is a field of the object `keys`. */
export function toJson(fields: Fields): string {
  const all: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const [first = '', second] = name.split('.')
    if (second === undefined) all[first] = value
    else all[first] = { ...(all[first] as object | undefined), [second]: value }
  }
  return JSON.stringify(all)
}

/** Adds a second value of a field to a body that `encodeForm` wrote. */
export function withSecondValue(
  { type, body }: { type: string; body: string },
  { name, value }: { name: string; value: string },
): string {
  if (type !== 'application/json') return `${body}&${new URLSearchParams([[name, value]])}`
  return `${body.slice(0, -1)},${toJson({ [name]: value }).slice(1)}`
}

/** The fields of a body that `encodeForm` wrote. */
export function readBody({ type, body }: { type?: string; body?: unknown }): Fields {
  if (type !== 'application/json') return Object.fromEntries(new URLSearchParams(String(body)))
  const entries = Object.entries(JSON.parse(String(body)) as Record<string, Fields[string] | Fields>)
  const flat = entries.flatMap(([name, value]) =>
    typeof value === 'object'
      ? Object.entries(value).map(([second, text]) => [`${name}.${second}`, text] as const)
      : [[name, value] as const],
  )
  return Object.fromEntries(flat)
}

/** Sends some fields as files, although these forms have no file fields. */
export function encodeAsParts(fields: Record<string, string>): { body: FormData; type: string } {
  const body = new FormData()
  Object.entries(fields).forEach(([name, value], index) => {
    if (index % 3 === 2) body.append(name, new Blob([value]), `${name}\r\n.txt`)
    else body.append(name, value)
  })
  return { body, type: 'of the parts' }
}
