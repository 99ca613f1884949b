import type { EarlyTaps } from '#app/base/taps/early-taps.ts'

/** React's record of the last value that it has handled. There is no public way to reset it. */
type TextField = (HTMLInputElement | HTMLTextAreaElement) & { _valueTracker?: { setValue(value: string): void } }

/**
 * Reports fields that were changed before hydration to React, which otherwise calls no `onChange` for them and restores
 * the old content at the next render. The last value that React has handled is the default value of a field.
 */
export function reportEarlyChanges({ texts }: Pick<EarlyTaps, 'texts'>): void {
  const fields = [...document.querySelectorAll<TextField>('input, textarea')].filter(
    (field) => '_valueTracker' in field,
  )
  const selects = [...document.querySelectorAll('select')]
  const reports = [
    ...fields.map((field) => findChange(field, texts.get(field) ?? field.value)),
    ...selects.map((select) => findChoice(select)),
  ]
  for (const report of reports) report?.()
}

/** A report may reset other fields to their old content, so each report first restores its own field. */
function findChange(field: TextField, text: string): (() => void) | undefined {
  const report = (type: string, lastHandled: string) => {
    // oxlint-disable-next-line no-underscore-dangle -- React’s name
    field._valueTracker?.setValue(lastHandled)
    field.dispatchEvent(new Event(type, { bubbles: true }))
  }
  if (!(field instanceof HTMLInputElement) || !['file', 'checkbox', 'radio'].includes(field.type)) {
    if (text === field.defaultValue) return undefined
    return () => {
      if (field.value !== text) field.value = text
      report('input', field.defaultValue)
    }
  }
  if (field.type === 'file') return field.files?.length ? () => report('change', '') : undefined
  const { checked } = field
  // In a radio group, only the chosen button is reported.
  if (checked === field.defaultChecked || (field.type === 'radio' && !checked)) return undefined
  return () => {
    field.checked = checked
    // React handles both types on click. This event is not a mouse event, so the browser does not toggle the field.
    report('click', String(!checked))
  }
}

function findChoice(select: HTMLSelectElement): (() => void) | undefined {
  const options = [...select.options]
  const chosen = select.selectedIndex
  const defaultIndex = Math.max(
    0,
    options.findIndex((option) => option.hasAttribute('selected')),
  )
  if (chosen === defaultIndex) return undefined
  return () => {
    select.selectedIndex = chosen
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
