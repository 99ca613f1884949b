import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as deskPage from '#app/team/shell/desk.route.tsx'
import type { TeamRole } from '#domain/policy.ts'
import type { Findings } from '#domain/team/contract.ts'
import { paymentId, type SessionId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { textOf } from '#tests/read-element.ts'
import { type Fetched, networkFailure, stubFetch } from '#tests/stub-fetch.ts'
import { openTeamScreen } from '#tests/team-screen.tsx'
import { asha, ravi } from '#tests/viewers.ts'

test('Control K and the button open the search, and Escape returns the focus', async () => {
  const { user } = open()
  const button = openButton()
  await user.click(button)
  const first = await findBox()
  await waitFor(() => expect(document.activeElement).toBe(first))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
  await user.keyboard('{Control>}k{/Control}')
  const box = await findBox()
  await waitFor(() => expect(document.activeElement).toBe(box))
  await user.keyboard('{Meta>}k{/Meta}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the shortcut does nothing over another dialog', async () => {
  const { user } = open()
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  document.body.append(dialog)
  await user.keyboard('{Control>}k{/Control}')
  expect(screen.queryByRole('combobox')).toBeNull()
  dialog.remove()
  await user.keyboard('{Control>}k{/Control}')
  expect(await findBox()).toBeTruthy()
})

test('records are listed by kind, the exact one first, with masked addresses', async () => {
  const { user, fetched } = open()
  await search(user, 'asha verma')
  await waitFor(() => expect(listGroups()).toEqual(['People', 'Sessions', 'Payments']))
  expect(listOptions()).toEqual([
    'Asha Verma Student · a•••@samjhao.example',
    'Ravi Nair Expert · Suspended · r•••@samjhao.example',
    'Asha Verma with Ravi Nair 0199C0DE · Completed · May 04, 2026',
    '₹500 by Asha Verma Paid · May 04, 2026',
  ])
  expect(fetched).toEqual([{ path: '/team/find', method: 'POST', body: { text: 'asha verma' } }])
  expect(screen.getByText('4 results').getAttribute('role')).toBe('status')
  expect((await findBox()).getAttribute('aria-expanded')).toBe('true')
  await expectAccessible()
})

test('arrow keys, Home and End move through the options, and Enter opens the active one', async () => {
  const { user, url } = open()
  await search(user, 'asha')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
  const box = await findBox()
  const readActive = () => {
    const [selected, another] = screen.getAllByRole('option', { selected: true })
    expect(another).toBeUndefined()
    expect(box.getAttribute('aria-activedescendant')).toBe(selected?.id)
    return screen.getAllByRole('option').indexOf(selected as HTMLElement)
  }
  const visited = [readActive()]
  for (const key of ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'ArrowDown', 'ArrowDown']) {
    await user.keyboard(`{${key}}`)
    visited.push(readActive())
  }
  expect(visited).toEqual([0, 1, 3, 0, 3, 0, 1, 2])
  expect(document.activeElement).toBe(box)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(url.current).toBe(`/team/sessions/${session}`))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('with Shift, Home and End select the text', async () => {
  const { user } = open()
  await search(user, 'asha')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
  await user.keyboard('{ArrowDown}{Shift>}{End}{/Shift}')
  expect(screen.getAllByRole('option')[1]?.getAttribute('aria-selected')).toBe('true')
})

test.each([
  ['administrator', `/team/money/operations?q=0199c0de-0000-7000-8000-0000000000e6`],
  ['support', `/team/people/${asha.id}`],
] as const)('for %s, a payment leads to %s', async (teamRole, path) => {
  const { user, url } = open({ teamRole })
  await search(user, 'asha')
  await user.click(await screen.findByRole('option', { name: /₹500 by/ }))
  await waitFor(() => expect(url.current).toBe(path))
})

test('before anything is typed, the actions of the role are listed', async () => {
  const { user } = open({ teamRole: 'finance' })
  await user.click(openButton())
  await findBox()
  expect(listGroups()).toEqual(['Actions'])
  expect(listOptions()).toEqual([
    'Approve or reject a withdrawal Choose a withdrawal',
    'Export withdrawals for the bank',
    'Check the books',
    'Propose a correction',
    'Download the sessions of a month',
  ])
  await expectAccessible()
})

test.each([
  ['prove the books', 'Check the books', '/team/money'],
  ['new correction', 'Propose a correction', '/team/money/corrections/new'],
  ['audit log', 'Audit log', '/team/audit'],
])('“%s” opens %s', async (typed, option, path) => {
  const { user, url } = open({ findings: none })
  await search(user, typed)
  await user.click(await screen.findByRole('option', { name: option }))
  await waitFor(() => expect(url.current).toBe(path))
})

test('a suspension asks for the person, and opens the place where it is done', async () => {
  const { user, url } = open()
  await search(user, 'suspend')
  await user.click(await screen.findByRole('option', { name: /^Suspend an account/ }))
  const box = await findBox()
  expect([document.activeElement, box.value]).toEqual([box, ''])
  expect(textOf(screen.getByRole('dialog'))).toContain('Suspend an account: choose a person')
  await user.fill(box, 'asha')
  await waitFor(() => expect(listGroups()).toEqual(['People']))
  await expectAccessible()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(url.current).toBe(`/team/people/${asha.id}#suspend`))
})

test('an expert is suspended on the page of the expert', async () => {
  const { user, url } = open()
  await search(user, 'suspend')
  await user.click(await screen.findByRole('option', { name: /^Suspend an account/ }))
  await user.fill(await findBox(), 'ravi')
  await user.click(await screen.findByRole('option', { name: /^Ravi Nair/ }))
  await waitFor(() => expect(url.current).toBe(`/team/experts/${ravi.expertId}#approval`))
})

test('an action first offers the record of the page, and Backspace returns to all actions', async () => {
  const { user } = open({ at: `/team/people/${asha.id}` })
  await search(user, 'password link')
  await user.keyboard('{Enter}')
  const here = await screen.findByRole('option', { name: 'The person on this page' })
  expect(here.getAttribute('href')).toBe(`/team/people/${asha.id}#reset_link`)
  await user.keyboard('{Backspace}')
  await waitFor(() => expect(listOptions()).toContain('Check the books'))
  expect(document.activeElement).toBe(await findBox())
})

test('a search without results says what can be searched', async () => {
  const { user } = open({ findings: none })
  await search(user, 'zzz')
  const [visible, announced] = await screen.findAllByText(/^Nothing found for “zzz”\. Try a whole name/)
  expect([visible?.getAttribute('aria-hidden'), announced?.getAttribute('role')]).toEqual(['true', 'status'])
  expect((await findBox()).getAttribute('aria-expanded')).toBe('false')
  await expectAccessible()
})

test('while the text is searched, this is announced', async () => {
  const response = Promise.withResolvers<Findings>()
  const { user } = open({ answer: () => response.promise })
  await search(user, 'zzz')
  expect((await screen.findByText('Searching')).getAttribute('role')).toBe('status')
  response.resolve(none)
  await screen.findAllByText(/^Nothing found for/)
})

test('a failed search shows the reason, and can be repeated', async () => {
  let isOnline = false
  const { user } = open({ answer: () => (isOnline ? findings : networkFailure()) })
  await search(user, 'asha')
  expect(textOf(await screen.findByRole('alert'))).toContain('Network error.')
  await expectAccessible()
  isOnline = true
  await user.click(screen.getByRole('button', { name: 'Search again' }))
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
})

test('a refused search shows the refusal', async () => {
  const text = 'You have searched too often. Please try again in an hour, or use the search of a list.'
  const answer = () => Response.json({ refusal: { code: 'too_many_team_searches', text } }, { status: 429 })
  const { user } = open({ answer })
  await search(user, 'asha')
  expect(textOf(await screen.findByRole('alert'))).toContain(text)
})

test('results of an older text never replace those of a newer one', async () => {
  const old = Promise.withResolvers<Findings>()
  const { user, fetched } = open({
    answer: ({ body }) => ((body as { text: string }).text === 'ravi' ? old.promise : findings),
  })
  await search(user, 'ravi')
  await waitFor(() => expect(fetched).toHaveLength(1))
  await user.fill(await findBox(), 'asha')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
  old.resolve(none)
  await old.promise
  await Promise.resolve()
  expect(screen.getAllByRole('option')).toHaveLength(4)
})

test('searches that led to a record are offered again in this tab, and are kept nowhere else', async () => {
  const first = open()
  await search(first.user, 'asha verma')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
  await first.user.keyboard('{Enter}')
  await waitFor(() => expect(first.url.current).toBe(`/team/people/${asha.id}`))
  expect(first.fetched.map(({ path }) => path)).toEqual(['/team/find'])
  expect(sessionStorage.getItem('samjhao:team-searches')).toBe('["asha verma"]')
  expect(JSON.stringify(localStorage)).not.toContain('asha verma')
  cleanup()

  const { user, fetched } = open()
  await user.click(openButton())
  const box = await findBox()
  expect(listGroups()).toEqual(['Recent searches', 'Actions'])
  await waitFor(() => expect(document.activeElement).toBe(box))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(fetched).toMatchObject([{ body: { text: 'asha verma' } }]))
  expect(box.value).toBe('asha verma')
})

const session = '0199c0de-0000-7000-8000-0000000000e5' as SessionId
const payment = paymentId.parse('0199c0de-0000-7000-8000-0000000000e6')
const at = new Date('2026-05-04T05:30:00Z')
const none: Findings = { groups: [] }
const findings: Findings = {
  groups: [
    {
      kind: 'people',
      rows: [
        {
          id: asha.id,
          match: 'exact',
          name: asha.name,
          role: 'student',
          approval: null,
          state: 'active',
          maskedEmail: 'a•••@samjhao.example',
          expertId: null,
        },
        {
          id: ravi.id,
          match: 'part',
          name: ravi.name,
          role: 'expert',
          approval: 'approved',
          state: 'suspended',
          maskedEmail: 'r•••@samjhao.example',
          expertId: ravi.expertId,
        },
      ],
    },
    {
      kind: 'sessions',
      rows: [
        {
          id: session,
          match: 'exact',
          state: 'settled',
          chargedPaise: paise(1_000),
          studentName: asha.name,
          expertName: ravi.name,
          askedAt: at,
        },
      ],
    },
    {
      kind: 'payments',
      rows: [
        {
          id: payment,
          match: 'exact',
          amount: paise(50_000),
          state: 'paid',
          startedAt: at,
          student: { id: asha.id, name: asha.name },
        },
      ],
    },
  ],
}

type Setup = {
  at?: string
  teamRole?: TeamRole
  findings?: Findings
  answer?: (fetched: Fetched) => unknown
}

function open({ at: path = '/team', teamRole = 'administrator', findings: found = findings, answer }: Setup = {}) {
  const fetched = stubFetch(answer ?? (() => found))
  return { ...openTeamScreen(deskPage, { at: path, data: null, shell: { teamRole } }), fetched }
}

type User = ReturnType<typeof open>['user']

function openButton(): HTMLElement {
  return screen.getByRole('button', { name: 'Search everything' })
}

async function findBox(): Promise<HTMLInputElement> {
  return (await screen.findByRole('combobox', { name: 'Search everything' })) as HTMLInputElement
}

async function search(user: User, text: string): Promise<void> {
  await user.click(openButton())
  await user.fill(await findBox(), text)
}

function listGroups(): string[] {
  return screen.queryAllByRole('group').map((group) => textOf(group.querySelector('p')))
}

function listOptions(): string[] {
  return screen.queryAllByRole('option').map(textOf)
}
