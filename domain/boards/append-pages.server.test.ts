import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { type AppendedPages, appendPages } from '#domain/boards/append-pages.server.ts'
import { boardPagesMax } from '#kernel/limits.ts'

const from = '0199c0de-0000-7000-8000-00000000b0a1'
type Page = { order?: string; paper?: string; title?: string; texts?: string[] }

/** A board with these pages, each with its texts. */
function newBoard(pages: Record<string, Page>, code = ''): Y.Doc {
  const doc = new Y.Doc()
  for (const [page, { texts = [], ...stored }] of Object.entries(pages)) {
    if (stored.order) doc.getMap('pages').set(page, stored)
    for (const text of texts) doc.getMap('elements').set(`${page}-${text}`, { kind: 'text', page, text, z: 1 })
  }
  doc.getText('code').insert(0, code)
  return doc
}

/** The titles or papers of all pages in their order, with their texts. */
function read(doc: Y.Doc): string[] {
  const pages = doc.getMap('pages').toJSON() as Record<string, Page>
  const elements = Object.values<{ page: string; text: string }>(doc.getMap('elements').toJSON())
  return Object.entries({ first: { order: 'a' } as Page, ...pages })
    .toSorted(([, left], [, right]) => ((left.order ?? '') < (right.order ?? '') ? -1 : 1))
    .map(([id, { title, paper }]) => {
      const texts = elements.filter(({ page }) => page === id).map(({ text }) => text)
      return [title ?? paper ?? 'plain', ...texts.toSorted()].join(' ')
    })
}

/** Adds the pages, checks that the change is complete, and returns it. */
function add(source: Y.Doc, target: Y.Doc): AppendedPages {
  const before = Y.encodeStateAsUpdate(target)
  const appended = appendPages(source, target, from)
  if (typeof appended === 'string') throw new Error(appended)
  const other = new Y.Doc()
  Y.applyUpdate(other, before)
  if (appended.data.length > 0) Y.applyUpdate(other, appended.data)
  expect(read(other)).toEqual(read(target))
  expect(other.getText('code').toJSON()).toBe(target.getText('code').toJSON())
  return appended
}

const lesson = () =>
  newBoard({
    first: { texts: ['Integration'] },
    b: { order: 'n', paper: 'grid', texts: ['u v'] },
    c: { order: 't', paper: 'ruled', title: 'Homework' },
  })

describe('the pages of a prepared board', () => {
  test('begin on the first page of an empty board', () => {
    const target = newBoard({})
    expect(add(lesson(), target)).toMatchObject({ page: 'first' })
    expect(read(target)).toEqual(['plain Integration', 'grid u v', 'Homework'])
  })

  test('are added after the pages of another board', () => {
    const target = newBoard({ first: { texts: ['Today'] }, x: { order: 'zz', paper: 'grid', texts: ['sums'] } })
    const { page } = add(lesson(), target)
    expect(read(target)).toEqual(['plain Today', 'grid sums', 'plain Integration', 'grid u v', 'Homework'])
    expect(target.getMap('pages').get(page)).toMatchObject({ paper: 'plain' })
  })

  test.each<[Record<string, Page>]>([[{}], [{ first: { texts: ['Today'] } }]])(
    'are added once, and later only what is missing',
    (pages) => {
      const [source, target] = [lesson(), newBoard(pages)]
      const { page } = add(source, target)
      const shown = read(target)
      expect(add(source, target)).toMatchObject({ parts: 0, page })
      expect(read(target)).toEqual(shown)
      source.getMap('elements').set('new', { kind: 'text', page: 'c', text: 'Problem 1', z: 1 })
      add(source, target)
      expect(read(target)).toEqual([...shown.slice(0, -1), 'Homework Problem 1'])
    },
  )

  test('leave out an empty first page when there are others', () => {
    const source = newBoard({ b: { order: 'n', title: 'sums.pdf, page 1', paper: 'plain' } })
    const target = newBoard({ first: { texts: ['Today'] } })
    const { page } = add(source, target)
    expect(read(target)).toEqual(['plain Today', 'sums.pdf, page 1'])
    expect(target.getMap('pages').has(page)).toBe(true)
  })

  test('keep the paper of the first page', () => {
    const target = newBoard({})
    add(newBoard({ first: { order: 'a', paper: 'grid', texts: ['Integration'] } }), target)
    expect(read(target)).toEqual(['grid Integration'])
  })

  test('may not exceed the limit of a board', () => {
    const many = Object.fromEntries(
      Array.from({ length: boardPagesMax - 3 }, (_, n) => [`p${n}`, { order: `n${n}1`, paper: 'plain' }]),
    )
    const target = newBoard({ first: { texts: ['Today'] }, ...many })
    expect(appendPages(lesson(), target, from)).toBe('too many pages')
    const smaller = newBoard({ b: { order: 'n', paper: 'grid' }, c: { order: 't', paper: 'grid' } })
    add(smaller, target)
    expect(read(target)).toHaveLength(boardPagesMax)
    expect(appendPages(newBoard({ first: { texts: ['one more'] } }), target, 'another')).toBe('too many pages')
  })

  test('are not copied from an empty board', () => {
    expect(appendPages(newBoard({}), newBoard({}), from)).toBe('empty')
    expect(appendPages(newBoard({ first: { order: 'a', paper: 'grid' } }), newBoard({}), from)).toBe('empty')
  })

  test('are written by a new Yjs client', () => {
    const [source, target] = [lesson(), newBoard({ first: { texts: ['Today'] } })]
    const { writer, data, parts } = add(source, target)
    const { structs } = Y.decodeUpdate(data)
    expect(new Set(structs.map(({ id }) => id.client))).toEqual(new Set([writer]))
    expect(structs).toHaveLength(parts)
    expect(writer).not.toBe(source.clientID)
  })

  test('ignore values that our pages cannot have written', () => {
    const source = lesson()
    source.getMap('elements').set('odd', 'no element')
    source.getMap('elements').set('lost', { kind: 'text', page: 'nowhere', text: 'lost' })
    source.getMap('pages').set('bad', { order: 'NO', paper: 'plain' })
    source.getMap('pages').set('none', null)
    const target = newBoard({})
    add(source, target)
    expect(read(target)).toEqual(['plain Integration', 'grid u v', 'Homework'])
  })
})

describe('the code of a prepared board', () => {
  test('is added with its language to an empty pad', () => {
    const [source, target] = [newBoard({}, 'print(1)'), newBoard({})]
    source.getMap('code-settings').set('language', 'python')
    add(source, target)
    expect(target.getText('code').toJSON()).toBe('print(1)')
    expect(target.getMap('code-settings').get('language')).toBe('python')
  })

  test('is added below other code, once', () => {
    const [source, target] = [newBoard({}, 'print(1)'), newBoard({}, 'let x')]
    target.getMap('code-settings').set('language', 'javascript')
    add(source, target)
    add(source, target)
    expect(target.getText('code').toJSON()).toBe('let x\n\nprint(1)')
    expect(target.getMap('code-settings').get('language')).toBe('javascript')
  })
})
