import { EditorView } from '@codemirror/view'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { CodePad } from '#app/boards/code/code-pad.tsx'
import { codeMaxLength } from '#kernel/limits.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { openConnectedBoards } from '#tests/board-pages.ts'

let boards: ReturnType<typeof openConnectedBoards>
// Happy DOM sends this event while the editor sets the selection. Browsers send it later.
const ignoreSelection = (event: Event) => event.stopImmediatePropagation()
beforeEach(() => {
  document.addEventListener('selectionchange', ignoreSelection, true)
  boards = openConnectedBoards()
})
afterEach(() => {
  boards.close()
  document.removeEventListener('selectionchange', ignoreSelection, true)
})

/** Opens the code pads of both people. */
function openPads({ subjects = ['Programming'] }: { subjects?: string[] } = {}) {
  const asha = render(<CodePad board={boards.asha} otherName="Ravi" subjects={subjects} canWrite />)
  const ravi = render(<CodePad board={boards.ravi} otherName="Asha" subjects={subjects} canWrite />)
  return { asha: usePad(asha.container), ravi: usePad(ravi.container) }
}

function usePad(container: HTMLElement) {
  const parts = within(container)
  const view = () => {
    const found = EditorView.findFromDOM(container.querySelector<HTMLElement>('.cm-editor') as HTMLElement)
    if (!found) throw new Error('no editor')
    return found
  }
  return {
    container,
    parts,
    view,
    text: () => view().state.sliceDoc(),
    /** Changes the code as typing does. */
    write: (from: number, insert: string, to = from) =>
      act(() => view().dispatch({ changes: { from, to, insert }, userEvent: 'input' })),
    caretName: () => container.querySelector<HTMLElement>('.cm-other-caret')?.dataset.name,
  }
}

test('both people type at the same time and see the same code', async () => {
  const { asha, ravi } = openPads()
  asha.write(0, 'def area(r):\n')
  await expect.poll(ravi.text).toBe('def area(r):\n')
  asha.write(0, '# circle\n')
  ravi.write(13, '    return 3.14 * r ** 2\n')
  const both = '# circle\ndef area(r):\n    return 3.14 * r ** 2\n'
  await expect.poll(() => [asha.text(), ravi.text()]).toEqual([both, both])
})

test('any edits at the same time lead to the same code on both pages', async () => {
  const { asha, ravi } = openPads()
  const edit = fc.record({
    who: fc.boolean(),
    from: fc.nat(40),
    length: fc.nat(6),
    insert: fc.stringMatching(/^[ab\n😀]{0,4}$/u),
    pause: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 20 }), async (edits) => {
      for (const { who, from, length, insert, pause } of edits) {
        const pad = who ? asha : ravi
        // A person cannot select half of a character.
        const [start, end] = [from, from + length].map((index) => [...pad.text()].slice(0, index).join('').length)
        pad.write(start ?? 0, insert, end)
        if (pause) await Promise.resolve()
      }
      await expect.poll(() => asha.text() === ravi.text()).toBe(true)
      expect(asha.text()).toBe(boards.asha.doc.getText('code').toString())
    }),
    { numRuns: 20 },
  )
})

test('undo reverts only the changes of the person who presses it', async () => {
  const { asha, ravi } = openPads()
  const undo = asha.parts.getByRole('button', { name: 'Undo your last change' })
  expect(undo).toHaveProperty('disabled', true)
  ravi.write(0, 'x = 1\n')
  await expect.poll(asha.text).toBe('x = 1\n')
  expect(undo).toHaveProperty('disabled', true)
  asha.write(6, 'y = 2\n')
  await expect.poll(ravi.text).toBe('x = 1\ny = 2\n')
  await userEvent.click(undo)
  await expect.poll(ravi.text).toBe('x = 1\n')
  await userEvent.click(asha.parts.getByRole('button', { name: 'Redo your change' }))
  await expect.poll(ravi.text).toBe('x = 1\ny = 2\n')
  expect(asha.view().state.selection.main.head).toBe(12)
})

test('the keyboard shortcuts for undo and redo work in the code', async () => {
  const { asha } = openPads()
  asha.write(0, 'typo')
  await userEvent.click(asha.parts.getByRole('textbox', { name: 'Code' }))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(asha.text()).toBe('')
  await userEvent.keyboard('{Control>}y{/Control}')
  expect(asha.text()).toBe('typo')
})

test('the cursor of the other person is shown with the name and the line', async () => {
  const { asha, ravi } = openPads()
  asha.write(0, 'one\ntwo\nthree')
  await expect.poll(ravi.text).toBe('one\ntwo\nthree')
  expect(asha.caretName()).toBeUndefined()
  ravi.view().focus()
  act(() => ravi.view().dispatch({ selection: { anchor: 4, head: 7 } }))
  await expect.poll(asha.caretName).toBe('Ravi')
  expect(asha.container.querySelector('.cm-other-selection')?.textContent).toBe('two')
  await asha.parts.findByText('Ravi is on line 2')
  // It stays at its text while the other page writes before it, and does not show the name again.
  const caret = asha.container.querySelector('.cm-other-caret')
  asha.write(0, 'zero\n')
  expect(asha.container.querySelector('.cm-other-caret')).toBe(caret)
  await asha.parts.findByText('Ravi is on line 3')
  expect(asha.container.querySelector('.cm-other-selection')?.textContent).toBe('two')
  act(() => boards.disconnect())
  expect(asha.caretName()).toBeUndefined()
})

test('the language that one person chooses is the language of both', async () => {
  const { asha, ravi } = openPads({ subjects: ['Web Development'] })
  const language = () => ravi.parts.getByRole<HTMLSelectElement>('combobox', { name: 'Language of the code' })
  expect(language().value).toBe('html')
  await userEvent.selectOptions(asha.parts.getByRole('combobox', { name: 'Language of the code' }), 'Python')
  await expect.poll(() => language().value).toBe('python')
  expect(ravi.parts.getByRole('button', { name: 'Download as code.py' })).toBeDefined()
  asha.write(0, 'def f(): pass')
  await expect.poll(() => ravi.container.querySelector('.cm-line span')?.textContent).toBe('def')
})

test.each([
  ['a name of JavaScript', () => '__proto__'],
  ['a number', () => 7],
  ['nothing', () => null],
  ['a value', () => ({ id: 'python' })],
  ['a shared type', () => new Y.Map()],
])('the other page cannot choose %s as the language', (_what, create) => {
  const { asha } = openPads()
  act(() => void boards.asha.doc.getMap<unknown>('code-settings').set('language', create()))
  expect(asha.parts.getByRole('combobox')).toHaveProperty('value', 'python')
})

test('values that are not text do not disturb the code', async () => {
  const hostile = boards.ravi.doc.getArray('code')
  const asha = usePad(render(<CodePad board={boards.asha} otherName="Ravi" subjects={[]} canWrite />).container)
  asha.write(0, 'abcdef')
  await expect.poll(() => hostile.length).toBe(6)
  hostile.insert(3, [JSON.parse('{"__proto__": 1, "insert": "x"}'), 7, null, new Y.Map(), new Y.Text('nested')])
  hostile.insert(0, [new Y.Array()])
  await expect.poll(() => boards.asha.doc.getText('code').length).toBe(12)
  asha.write(3, 'XY', 4)
  asha.write(0, '# ')
  expect(asha.text()).toBe('# abcXYef')
  expect(boards.asha.doc.getText('code').toString()).toBe('# abcXYef')
  await expect.poll(() => hostile.length).toBe(15)
  hostile.delete(0, hostile.length)
  await expect.poll(asha.text).toBe('')
  asha.write(0, 'still works')
  expect(boards.asha.doc.getText('code').toString()).toBe('still works')
})

test('when the other page deletes half of a character, both pages show the same replacement character', async () => {
  const { asha, ravi } = openPads()
  asha.write(0, 'a😀b')
  await expect.poll(ravi.text).toBe('a😀b')
  boards.ravi.doc.getText('code').delete(1, 1)
  await expect.poll(() => [asha.text(), ravi.text()]).toEqual(['a\uFFFDb', 'a\uFFFDb'])
})

test.each([
  ['a text', 'cursor'],
  ['a number', 7],
  ['positions of other types', { selection: { anchor: 'x', head: [] }, top: 5, scrolls: 'many' }],
  [
    'positions that do not exist',
    { selection: { anchor: { client: 1, clock: 1e15 }, head: { client: -1, clock: 0.5 } } },
  ],
  ['a position outside the code', { selection: { anchor: 'other', head: 'end' }, scrolls: 1, top: 'other' }],
])('%s as the presence of the other page changes nothing', async (_what, code) => {
  const { asha } = openPads()
  const other = boards.ravi.doc.getArray('other')
  other.insert(0, ['not code'])
  const { clientID } = boards.ravi.doc
  const json = JSON.stringify(code).replaceAll('"other"', `{"client":${clientID},"clock":0}`)
  boards.ravi.presence.setLocalStateField('code', JSON.parse(json))
  boards.ravi.presence.setLocalStateField('cursor', 'arrived')
  await expect.poll(() => [...boards.asha.presence.getStates().values()].some(({ cursor }) => cursor)).toBe(true)
  expect(asha.caretName()).toBeUndefined()
  asha.write(0, 'still works')
  expect(asha.text()).toBe('still works')
})

test('code that would be too long is refused with a message, and can be made shorter', async () => {
  const { asha, ravi } = openPads()
  // In parts, because the channel of this test does not carry larger changes.
  asha.write(0, 'x'.repeat(50_000))
  asha.write(0, 'x'.repeat(codeMaxLength - 50_001))
  expect(asha.text()).toHaveLength(codeMaxLength - 1)
  asha.write(0, 'yy')
  expect(asha.text()).toHaveLength(codeMaxLength - 1)
  expect(asha.parts.getByRole('status').textContent).toBe(
    'The code is too long: it can have at most 1,00,000 characters.',
  )
  // A page of another version may write more.
  boards.ravi.doc.getText('code').insert(0, 'z'.repeat(50_000))
  await expect.poll(() => asha.text().length).toBe(codeMaxLength + 49_999)
  asha.write(0, '', 10)
  expect(asha.text()).toHaveLength(codeMaxLength + 49_989)
  expect(asha.parts.getByRole('status').textContent).toBe('')
  await expect.poll(() => ravi.text().length).toBe(codeMaxLength + 49_989)
})

test('pasted line breaks of any system give the same code on both pages', async () => {
  const { asha, ravi } = openPads()
  await userEvent.click(asha.parts.getByRole('textbox', { name: 'Code' }))
  await userEvent.paste('one\r\ntwo\rthree')
  await expect.poll(ravi.text).toBe('one\ntwo\nthree')
})

test('Tab indents, and Escape then Tab leaves the code, as the pad says', async () => {
  const { asha } = openPads()
  const code = asha.parts.getByRole('textbox', { name: 'Code' })
  const hint = code.getAttribute('aria-describedby')
  expect(document.getElementById(hint ?? '')?.textContent).toBe(
    'Tab indents. To leave the code, press Escape, then Tab.',
  )
  await userEvent.click(code)
  await userEvent.tab()
  expect(asha.text()).toBe('    ')
  const onEscape = vi.fn<() => void>()
  document.body.addEventListener('keydown', onEscape, { once: true })
  fireEvent.keyDown(code, { key: 'Escape', keyCode: 27 })
  expect(onEscape).not.toHaveBeenCalled()
  // The editor does not stop the browser, which then moves the focus.
  expect(fireEvent.keyDown(code, { key: 'Tab', keyCode: 9 })).toBe(true)
  expect(asha.text()).toBe('    ')
})

test('the code is copied and downloaded with the file extension of its language', async () => {
  const { asha } = openPads({ subjects: ['Python'] })
  asha.write(0, 'print("hello")\n')
  const user = userEvent.setup()
  await user.click(asha.parts.getByRole('button', { name: 'Copy the code' }))
  expect(await navigator.clipboard.readText()).toBe('print("hello")\n')
  await asha.parts.findByText('Copied.')

  const blobs: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => (blobs.push(blob as Blob), 'blob:code'))
  const downloads: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push(this.download)
  })
  await user.click(asha.parts.getByRole('button', { name: 'Download as code.py' }))
  expect(downloads).toEqual(['code.py'])
  expect(await blobs[0]?.text()).toBe('print("hello")\n')
})

test('when the browser does not allow copying, the pad says what to do', async () => {
  const { asha } = openPads()
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await user.click(asha.parts.getByRole('button', { name: 'Copy the code' }))
  const text = 'Your browser did not allow copying. Select the code and copy it yourself.'
  expect(await asha.parts.findByText(text)).toBeTruthy()
})

test('after the call the code can be read, copied and downloaded, but not changed', async () => {
  boards.asha.doc.getText('code').insert(0, 'x = 1')
  render(<CodePad board={boards.asha} otherName="Ravi" subjects={[]} canWrite={false} />)
  const code = screen.getByRole('textbox', { name: 'Code' })
  expect(code.textContent).toBe('x = 1')
  expect(code.getAttribute('aria-readonly')).toBe('true')
  expect(code.getAttribute('contenteditable')).toBe('false')
  expect(screen.getByText('This code cannot be changed now.')).toBeDefined()
  expect(screen.getByRole('combobox')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: /Undo|Redo|Read along/ })).toBeNull()
  code.focus()
  await userEvent.keyboard('y')
  expect(boards.asha.doc.getText('code').toString()).toBe('x = 1')
  await expectAccessible()
})

test('the pad is accessible', async () => {
  const { asha } = openPads()
  asha.write(0, 'x = 1')
  await expectAccessible(asha.container)
  const readAlong = asha.parts.getByRole('button', { name: 'Scroll with Ravi' })
  expect(readAlong.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(readAlong)
  expect(readAlong.getAttribute('aria-pressed')).toBe('false')
})
