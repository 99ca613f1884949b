/** The version that a form has shown. Undefined for a page of the previous version, which sends none. */
export function readSeenVersion(form: FormData): string | undefined {
  return form.has('version') ? String(form.get('version')) : undefined
}
