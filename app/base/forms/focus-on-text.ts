/** Form ref callback: focuses the text area of a form that the user has just opened. */
export function focusFirstText(form: HTMLFormElement | null): void {
  form?.querySelector('textarea')?.focus()
}
