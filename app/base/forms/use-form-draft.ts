import { useEffect, useRef } from 'react'
import { safeSessionStorage } from '#app/base/browser-memory.ts'

type Control = HTMLInputElement | HTMLTextAreaElement

/** Keeps the unsent input of a form in this tab, even after a reload. Each control needs a name. */
export function useFormDraft(key: string) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (form.current) restore(form.current, readDraft(key))
  }, [key])
  return {
    form,
    keep(): void {
      if (!form.current) return
      const values = listControls(form.current).map((control) => [control.name, readValue(control)])
      safeSessionStorage.setItem(key, JSON.stringify(Object.fromEntries(values)))
    },
    forget: () => safeSessionStorage.removeItem(key),
  }
}

/** Fills the controls that are still as the server sent them. */
function restore(form: HTMLFormElement, draft: Record<string, unknown>): void {
  for (const control of listControls(form)) {
    const kept = draft[control.name]
    if (isCheckbox(control)) {
      if (typeof kept === 'boolean' && control.checked === control.defaultChecked) control.checked = kept
    } else if (typeof kept === 'string' && control.value === control.defaultValue && kept !== control.value) {
      control.value = kept
      // The counter of a text area listens for it.
      control.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}

function listControls(form: HTMLFormElement): Control[] {
  return [...form.querySelectorAll<Control>('textarea[name], input[name]:not([type=hidden])')]
}

function readValue(control: Control): string | boolean {
  return isCheckbox(control) ? control.checked : control.value
}

function isCheckbox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.type === 'checkbox'
}

function readDraft(key: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(safeSessionStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}
