import { act, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as expertPages from '#app/dashboard/expert-pages.route.tsx'
import type { OwnListing } from '#domain/experts/contract.ts'
import { refusals } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { linksOf, textOf } from '#tests/read-element.ts'
import { openScreen, type Options, refusedAnswer, toastText } from '#tests/screen.tsx'
import { asha, meera, ravi } from '#tests/viewers.ts'

describe('the links', () => {
  test('lead to every own page and to the public page, and mark the current one', async () => {
    const { main } = open({}, { at: '/expert/schedule' })
    const nav = main.getByRole('navigation', { name: 'Expert' })
    expect(linksOf(nav)).toEqual({
      Today: '/expert/profile',
      Schedule: '/expert/schedule',
      Sessions: '/expert/sessions',
      Earnings: '/expert/wallet',
      Reviews: '/expert/reviews',
      'Public page': `/expert/${ravi.expertId}`,
    })
    expect(listCurrent(nav)).toEqual(['Schedule page'])
    await expectAccessible(main.element)
  })

  test.each([
    ['/expert/profile', ['Today page']],
    ['/expert/profile/edit', ['Today true']],
    ['/expert/bookings/b1', ['Schedule true']],
    ['/expert/sessions/s1', ['Sessions true']],
    ['/expert/boards', ['Sessions true']],
    ['/expert/boards/a1', ['Sessions true']],
    ['/expert/wallet', ['Earnings page']],
    ['/expert/wallet/statement', ['Earnings true']],
    ['/expert/reviews', ['Reviews page']],
    ['/expert/security', []],
  ])('on %s mark %j', (at, current) => {
    const { main } = open({}, { at })
    expect(listCurrent(main.getByRole('navigation', { name: 'Expert' }))).toEqual(current)
  })

  test('do not lead to a public page that does not exist yet', () => {
    const { main } = open({ isPublic: false })
    expect(main.queryByRole('link', { name: 'Public page' })).toBeNull()
  })
})

test.each([
  ['a visitor', null],
  ['a student', { ...asha, expert: null }],
  ['the team', { ...meera, expert: null }],
  ['an expert whose data is of the previous version', ravi],
  ['an expert who has not accepted the terms', { ...ravi, expert: listing(), isNewcomer: true }],
])('%s sees no bar', (_, viewer) => {
  const { main } = open({}, { viewer })
  expect(main.queryByRole('navigation')).toBeNull()
  expect(main.queryByRole('switch')).toBeNull()
  expect(textOf(main.element)).toBe('The page')
})

describe('the switch', () => {
  test('sets the expert to online on any page', async () => {
    const { main, user, sent, serveViewer } = open(
      {},
      {
        answer: () => {
          serveViewer({ ...ravi, expert: listing({ isOnline: true }) })
          return { online: true }
        },
      },
    )
    const control = main.getByRole('switch', { name: 'Offline' })
    expect(control.getAttribute('aria-checked')).toBe('false')
    control.focus()
    await user.keyboard(' ')
    await waitFor(() => expect(toastText()).toBe('You are now online'))
    expect(sent).toEqual([{ to: '/expert/profile', fields: { online: 'true' } }])
    await waitFor(() => expect(main.getByRole('switch', { name: 'Online' }).getAttribute('aria-checked')).toBe('true'))
  })

  test('follows a change on another screen without reloading the page', () => {
    const { main, live } = open()
    act(() => live.publish(`expert:${ravi.expertId}`, { isOnline: true, status: 'online' }))
    expect(main.getByRole('switch', { name: 'Online' })).toBeTruthy()
    act(() => live.publish(`expert:${ravi.expertId}`, { isOnline: false, status: 'offline' }))
    expect(main.getByRole('switch', { name: 'Offline' })).toBeTruthy()
  })

  test('shows below itself why the server refused', async () => {
    const { main, user } = open({}, { answer: () => refusedAnswer('profile_incomplete') })
    await user.click(main.getByRole('switch'))
    await waitFor(() => expect(toastText()).toContain('Cannot change status'))
    const reason = document.getElementById(main.getByRole('switch').getAttribute('aria-describedby') ?? '')
    expect(textOf(reason)).toBe(refusals.profile_incomplete.text)
    expect(reason?.className).not.toContain('sr-only')
    await expectAccessible(main.element)
  })

  test('is locked until the approval, but lets the server decide, because the page may be old', async () => {
    const { main, user, sent } = open(
      { approval: 'pending', isPublic: false },
      {
        answer: () => refusedAnswer('approval_pending'),
      },
    )
    const control = main.getByRole('switch')
    expect(control.getAttribute('aria-disabled')).toBe('true')
    expect(describing(control)).toBe('Locked until your account is approved.')
    await user.click(control)
    await waitFor(() => expect(toastText()).toContain('Your expert account is pending approval'))
    expect(sent).toHaveLength(1)
  })

  test('sends nothing while the live connection is lost', async () => {
    const { main, user, sent } = open({}, { liveIsLost: true })
    expect(describing(main.getByRole('switch'))).toBe('Failed to fetch status. Please refresh.')
    await user.click(main.getByRole('switch'))
    await waitFor(() => expect(toastText()).toBe('Failed to fetch status. Please refresh.'))
    expect(sent).toEqual([])
  })
})

function listing(changes: Partial<OwnListing> = {}): OwnListing {
  return { id: ravi.expertId, approval: 'approved', isOnline: false, isPublic: true, ...changes }
}

function open(changes: Partial<OwnListing> = {}, options: Partial<Options> = {}) {
  const page = { default: () => <p>The page</p> }
  return openScreen(page, {
    at: '/expert/wallet',
    viewer: { ...ravi, expert: listing(changes) },
    layout: { id: 'expert-pages', module: expertPages, data: () => null },
    ...options,
    data: undefined,
  })
}

function listCurrent(nav: HTMLElement): string[] {
  return [...nav.querySelectorAll('[aria-current]')].map(
    (link) => `${textOf(link)} ${link.getAttribute('aria-current')}`,
  )
}

function describing(element: HTMLElement): string {
  return textOf(document.getElementById(element.getAttribute('aria-describedby') ?? ''))
}
