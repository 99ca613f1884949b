import { within } from '@testing-library/react'

/** Testing Library queries inside an element, plus its fields by label. */
export function readElement(element: HTMLElement) {
  const fields = (label: string) => {
    const labels = [...element.querySelectorAll('label')].filter((candidate) => labelText(candidate) === label)
    return labels.map(({ control }) => control as Control)
  }
  const field = (label: string): Control => {
    const [found, another] = fields(label)
    if (!found || another) throw new Error(`${found ? 'more than one' : 'no'} field is labelled "${label}"`)
    return found
  }
  const region = (name: string) => readElement(within(element).getByRole('region', { name }))
  return { ...within(element), element, field, fields, region }
}
export type ElementReader = ReturnType<typeof readElement>
type Control = HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement

/** Returns the visible text of an element, with spaces between blocks and adjacent elements. */
export function textOf(element: Element | null | undefined): string {
  if (!element) throw new Error('no such element')
  return collect(element).replaceAll(/\s+/g, ' ').trim()
}

/** The terms of every description list in an element, with their values. */
export function factsOf(element: Element): Record<string, string> {
  const terms = [...element.querySelectorAll('dt')]
  return Object.fromEntries(terms.map((term) => [textOf(term), valueOf(term)]))
}

/** The text of a table: the column headings, then the cells of each row. */
export function rowsOf(table: Element): string[][] {
  return [...table.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('th, td')].map(textOf))
}

/** The text and target of each link in an element. */
export function linksOf(element: Element): Record<string, string> {
  const links = [...element.querySelectorAll('a')]
  return Object.fromEntries(links.map((link) => [textOf(link), link.getAttribute('href') ?? '']))
}

/** The error of a field: the visible text, which is also its description for screen readers. */
export function errorOf(field: HTMLElement): string {
  const isInvalid = field.getAttribute('aria-invalid') === 'true'
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const errorId = ids.find((id) => id.endsWith('-error'))
  return isInvalid && errorId ? textOf(document.getElementById(errorId)) : ''
}

/** The option labels of a select. */
export function optionsOf(select: HTMLElement): string[] {
  return [...(select as HTMLSelectElement).options].map((option) => textOf(option))
}

const blocks = new Set(['P', 'DIV', 'LI', 'UL', 'OL', 'DL', 'DT', 'DD', 'TR', 'TD', 'TH', 'SECTION', 'BR'])
const headings = /^H\d$/

function collect(node: Node): string {
  if (node.nodeType === node.TEXT_NODE) return node.textContent ?? ''
  if (!(node instanceof HTMLElement)) return ''
  if (node.getAttribute('aria-hidden') === 'true' || node.hidden) return ' '
  const text = [...node.childNodes].map((child) => gapBefore(child) + collect(child)).join('')
  return blocks.has(node.tagName) || headings.test(node.tagName) || isBlock(node) ? ` ${text} ` : text
}

/** Returns a space before adjacent elements, such as badges, and before flex items, which are visually separated. */
function gapBefore(node: Node): string {
  const isAdjacent = node instanceof HTMLElement && node.previousSibling instanceof HTMLElement
  const isFlexible = /\b(inline-)?flex\b/.test(node.parentElement?.className ?? '')
  const isText = node.nodeType === node.TEXT_NODE && node.previousSibling?.nodeType === node.TEXT_NODE
  return isAdjacent || (isFlexible && !isText) ? ' ' : ''
}

/** Whether a span is displayed as a block. */
function isBlock(element: HTMLElement): boolean {
  return element.classList.contains('block')
}

/** The text of a label without the required and optional marks. */
function labelText(label: HTMLElement): string {
  return textOf(label.querySelector(':scope > span:first-child') ?? label)
}

function valueOf(term: Element): string {
  const values: string[] = []
  for (let next = term.nextElementSibling; next?.tagName === 'DD'; next = next.nextElementSibling) {
    values.push(textOf(next))
  }
  return values.join(' | ')
}
