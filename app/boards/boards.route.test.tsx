import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as boardsPage from '#app/boards/boards.route.tsx'
import type { SessionBoardPage } from '#domain/boards/contract.ts'
import { boardId, sessionId } from '#kernel/ids.ts'
import { preparedBoardsMax } from '#kernel/limits.ts'
import { Refusal } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { errorOf, linksOf, readElement, textOf } from '#tests/read-element.ts'
import { type LoaderData, openScreen, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { asha, ravi } from '#tests/viewers.ts'

describe('the boards of a student', () => {
  test('are listed with question, person and day, and open on the page of their session', async () => {
    const { main } = open()
    const list = main.getByRole('list', { name: 'Boards of sessions, the latest first' })
    expect([...list.children].map(textOf)).toEqual([
      'Why does ice float? with Ravi Nair May 04, 2026',
      'Session with Ravi Nair with Ravi Nair May 04, 2026',
    ])
    expect(linksOf(list)).toEqual({
      'Why does ice float?': `/user/sessions/${first}#board`,
      'Session with Ravi Nair': `/user/sessions/${second}#board`,
    })
    expect(main.queryByRole('region', { name: 'Prepared boards' })).toBeNull()
    await expectAccessible()
  })

  test('have a link to older ones', () => {
    expect(linksOf(open({ page: { ...page, next: second } }).main.element)).toMatchObject({
      Older: `/user/boards?before=${second}`,
    })
  })

  test('say when there are none', async () => {
    const { main } = open({ page: { boards: [], next: null } })
    expect(main.getByRole('heading', { name: 'No boards yet' })).toBeTruthy()
    expect(linksOf(main.element)).toMatchObject({ 'Find Experts': '/experts' })
    await expectAccessible()
  })

  test('say when there are no older ones', () => {
    const { main } = open({ page: { boards: [], next: null }, isFirst: false })
    expect(main.getByRole('heading', { name: 'No older boards' })).toBeTruthy()
    expect(linksOf(main.element)).toMatchObject({ Newest: '/user/boards' })
  })
})

describe('the prepared boards of an expert', () => {
  const region = () => readElement(screen.getByRole('region', { name: 'Prepared boards' }))

  test('can be created with a name', async () => {
    const { user, sent } = open({ isExpert: true, prepared: [] }, () => ({ done: 'yes' }))
    expect(textOf(region().element)).toContain('Draw what you often explain')
    expect(textOf(region().element)).toContain('0 boards of 50')
    const create = region().getByRole('button', { name: 'Create' })
    await user.click(create)
    const field = region().field('Name of a new board')
    expect(errorOf(field)).toBe('Give the board a name.')
    expect(document.activeElement).toBe(field)
    expect(sent).toEqual([])
    await expectAccessible()
    await user.fill(field, 'Optics')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields).toEqual({ act: 'create', board: newId, name: 'Optics' })
  })

  test('are opened by their name', async () => {
    open({ isExpert: true })
    const links = region().getAllByRole<HTMLAnchorElement>('link', { name: /Integration$/ })
    expect(links.map((link) => [textOf(link), link.getAttribute('href')])).toEqual([
      ['Integration', `/expert/boards/${prepared.id}`],
      ['Open : Integration', `/expert/boards/${prepared.id}`],
    ])
    await expectAccessible()
  })

  test('can be duplicated, and a refusal is shown', async () => {
    const answers = [{ done: 'The board has been duplicated' }, refusedAnswer('too_many_board_copies')]
    const { user, sent } = open({ isExpert: true }, () => answers.shift())
    await user.click(region().getByRole('button', { name: /^Duplicate/ }))
    await waitFor(() => expect(toastText()).toBe('The board has been duplicated'))
    await user.click(region().getByRole('button', { name: /^Duplicate/ }))
    await waitFor(() => expect(textOf(region().element)).toContain(new Refusal('too_many_board_copies').message))
    expect(sent[0]?.fields).toEqual({ act: 'duplicate', board: prepared.id, copy: prepared.copyId })
  })

  test('get different ids when two are duplicated and one is created, before the page is loaded again', async () => {
    const optics = {
      ...prepared,
      id: boardId.parse('0199c0de-0000-7000-8000-00000000b0a5'),
      name: 'Optics',
      copyId: '0199c0de-0000-7000-8000-00000000b0a6',
    }
    const { user, sent } = open({ isExpert: true, prepared: [prepared, optics] }, ({ fields }) => ({
      done: `done ${sent.length} ${String(fields.act)}`,
    }))
    for (const [n, button] of region()
      .getAllByRole('button', { name: /^Duplicate/ })
      .entries()) {
      await user.click(button)
      await waitFor(() => expect(sent).toHaveLength(n + 1))
    }
    await user.fill(region().field('Name of a new board'), 'Waves')
    await user.click(region().getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent.map(({ fields }) => fields)).toEqual([
      { act: 'duplicate', board: prepared.id, copy: prepared.copyId },
      { act: 'duplicate', board: optics.id, copy: optics.copyId },
      { act: 'create', board: newId, name: 'Waves' },
    ])
    expect(new Set([prepared.copyId, optics.copyId, newId]).size).toBe(3)
  })

  test('say how full they are, and when there can be no more', async () => {
    const boards = Array.from({ length: preparedBoardsMax }, (_, n) => ({
      ...prepared,
      id: boardId.parse(`0199c0de-0000-7000-8000-0000000b${String(n).padStart(4, '0')}`),
      fullPercent: n === 0 ? 82 : 10,
    }))
    open({ isExpert: true, prepared: boards })
    expect(textOf(region().element)).toContain('Changed May 04, 2026, 82 % full')
    expect(textOf(region().element)).not.toContain('10 % full')
    expect(textOf(region().element)).toContain('You have 50 boards, and cannot keep more.')
    expect(region().queryByRole('button', { name: 'Create' })).toBeNull()
  })

  test('can be renamed and deleted, by keyboard', async () => {
    const { user, sent } = open({ isExpert: true }, ({ fields }) => ({ done: String(fields.act) }))
    await user.click(region().getByText('Rename'))
    const field = region().field('Name of the board')
    expect(field.value).toBe('Integration')
    await user.fill(field, 'Integrals')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(toastText()).toBe('rename'))
    await user.click(region().getByText('Delete'))
    expect(textOf(region().element)).toContain('Sessions that used it keep their copy.')
    await user.click(region().getByRole('button', { name: /^Delete the board/ }))
    await waitFor(() => expect(toastText()).toBe('delete'))
    expect(sent.map(({ fields }) => fields)).toEqual([
      { act: 'rename', board: prepared.id, name: 'Integrals' },
      { act: 'delete', board: prepared.id },
    ])
    expect(document.activeElement).toBe(region().element)
  })

  test('can be copied into the call, and a refusal is shown', async () => {
    const call = { id: first, studentName: 'Asha Verma' }
    const { user, sent } = open({ isExpert: true, call }, () => refusedAnswer('board_empty'))
    await user.click(region().getByRole('button', { name: /^Use in the session with Asha Verma/ }))
    await waitFor(() => expect(textOf(region().element)).toContain(new Refusal('board_empty').message))
    expect(sent[0]?.fields).toEqual({ act: 'use', board: prepared.id, session: first })
  })

  test('cannot be copied without a call', () => {
    open({ isExpert: true })
    expect(region().queryByRole('button', { name: /^Start the session/ })).toBeNull()
  })

  test('are locked for an expert who is pending approval', () => {
    const { main } = openScreen(boardsPage, {
      at: '/expert/boards',
      viewer: ravi,
      data: { isExpert: true, approval: 'pending' },
    })
    expect(main.getByRole('heading', { name: 'Account Pending Approval' })).toBeTruthy()
  })
})

const first = sessionId.parse('0199c0de-0000-7000-8000-00000000ca11')
const second = sessionId.parse('0199c0de-0000-7000-8000-00000000ca12')
const newId = '0199c0de-0000-7000-8000-00000000b0a2'
const changedAt = new Date('2026-05-04T05:00:00Z')
const prepared = {
  id: boardId.parse('0199c0de-0000-7000-8000-00000000b0a1'),
  name: 'Integration',
  changedAt,
  fullPercent: 3,
  copyId: '0199c0de-0000-7000-8000-00000000b0a3',
}
const page: SessionBoardPage = {
  boards: [
    { sessionId: first, question: 'Why does ice float?', otherName: ravi.name, changedAt },
    { sessionId: second, question: null, otherName: ravi.name, changedAt },
  ],
  next: null,
}

type Data = Extract<LoaderData<typeof boardsPage>, { page: SessionBoardPage }>

function open(overrides: Partial<Data> = {}, answer?: (sent: Sent) => unknown) {
  const isExpert = overrides.isExpert ?? false
  return openScreen(boardsPage, {
    at: isExpert ? '/expert/boards' : '/user/boards',
    viewer: isExpert ? ravi : asha,
    data: (): Data => ({
      isExpert,
      approval: 'approved',
      page,
      prepared: isExpert ? [prepared] : [],
      call: null,
      isFirst: true,
      newId,
      ...overrides,
    }),
    answer,
  })
}
