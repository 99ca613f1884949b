/** For the ref of a form that somebody opened in order to write. */
export function focusFirstText(form: HTMLFormElement | null): void {
  form?.querySelector('textarea')?.focus()
}
