import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as redirectPage from '#app/account/profile.route.tsx'
import * as editPage from '#app/account/student-profile-edit.route.tsx'
import * as studentPage from '#app/dashboard/student-profile.route.tsx'
import type { StudentProfile } from '#domain/accounts/contract.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { errorResponse } from '#tests/error-response.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { errorOf, factsOf, readElement, linksOf, textOf } from '#tests/read-element.ts'
import {
  type LoaderData,
  now,
  openScreen,
  type PageModule,
  refusedAnswer,
  type Sent,
  toastText,
} from '#tests/screen.tsx'
import { paidCall } from '#tests/session-views.ts'
import { asha, ravi } from '#tests/viewers.ts'

describe('the profile redirect', () => {
  test('shows its progress and redirects', async () => {
    const way = Promise.withResolvers<{ to: string; setUpFailed: boolean }>()
    const { main, url } = openScreen(redirectPage, {
      at: '/profile',
      viewer: asha,
      data: { to: '/user/profile', way: way.promise },
    })
    expect(textOf(main.getByRole('status'))).toBe('Preparing your profile...')
    await expectAccessible()
    await act(async () => way.resolve({ to: '/user/profile', setUpFailed: false }))
    await waitFor(() => expect(url.current).toBe('/user/profile'))
    expect(toastText()).toBe('')
  })

  test('shows an error when the expert record cannot be created, and still redirects', async () => {
    const way = Promise.resolve({ to: '/expert/profile', setUpFailed: true })
    const { url } = openScreen(redirectPage, {
      at: '/profile',
      viewer: ravi,
      data: { to: '/expert/profile', way },
    })
    await waitFor(() => expect(toastText()).toBe('Error setting up your expert profile'))
    await waitFor(() => expect(url.current).toBe('/expert/profile'))
  })

  test('shows an error and a link to log in when it fails', async () => {
    const { main } = openScreen(redirectPage, {
      at: '/profile',
      viewer: asha,
      data: undefined as never,
      error: new TypeError('Failed to fetch'),
    })
    expect(textOf(main.getByRole('heading', { level: 1 }))).toBe('Error Loading Profile')
    expect(textOf(main.element)).toContain('An unexpected error occurred during profile redirection')
    await waitFor(() => expect(toastText()).toBe('Error during profile redirection'))
    expect(linksOf(main.element)).toEqual({ 'Back to Login': '/login?from=profile' })
    await expectAccessible()
  })
})

describe('the profile of a student', () => {
  test('shows zeros and empty states for a new student', async () => {
    const { main, user } = openStudent()
    expect(factsOf(main.element)).toEqual({ 'Total Sessions': '0', 'This Month': '0', 'Average Rating': '-' })
    expect(textOf(main.element)).toContain('No recent activity Start your first session to see activity here')
    await expectAccessible()
    await user.click(main.getByRole('tab', { name: 'Settings' }))
    expect(linksOf(main.getByRole('tabpanel'))).toEqual({
      'Edit Profile Information': '/user/profile/edit',
      'Password and sign-ins': '/user/security',
    })
  })

  test('shows statistics and the latest sessions', () => {
    const sessions = [{ ...paidCall, side: 'student' as const }]
    const { main } = openStudent({ statistics: { total: 4, thisMonth: 2 }, averageGiven: 4.25, sessions })
    expect(factsOf(main.element)).toEqual({
      'Total Sessions': '4',
      'This Month': '2',
      'Average Rating': '4.3',
    })
    expect(textOf(main.getByRole('list', { name: 'Your latest sessions' }))).toContain('Completed')
    expect(linksOf(main.element)['All sessions']).toBe('/user/sessions')
  })

  test('asks a visitor to log in', () => {
    const { main } = openScreen(studentPage, { at: '/user/profile', data: null })
    expect(main.getByRole('heading', { level: 1, name: 'Please log in to view your profile.' })).toBeTruthy()
    expect(linksOf(main.element)).toEqual({ 'Log in': '/login?redirect=/user/profile' })
  })
})

describe.each([
  ['the profile', studentPage, '/user/profile', 'Failed to load profile: '],
  ['the edit page', editPage, '/user/profile/edit', 'Failed to fetch profile: '],
] as const)('%s of a student that fails to load', (_page, page, at, prefix) => {
  test('shows the reason and retries five times, after 500 ms and then 1.5 times as long each time', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now })
    const readAt: number[] = []
    const { main } = openScreen<PageModule>(page, {
      at,
      viewer: asha,
      error: new TypeError('Failed to fetch'),
      data: () => {
        readAt.push(Date.now())
        throw new TypeError('Failed to fetch')
      },
    })
    expect(textOf(main.getByRole('alert'))).toBe(`${prefix}Network error. Please check your connection and try again.`)
    expect(textOf(main.element)).toContain('Trying again in 1 second, attempt 1 of 5.')
    await vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(125)
        expect(textOf(main.element)).toContain('All 5 retries failed.')
      },
      { timeout: 10_000, interval: 1 },
    )
    expect(readAt).toHaveLength(5)
    const waits = readAt.map((time, index) => time - (readAt[index - 1] ?? now.getTime()))
    const minimumWaits = [500, 750, 1_125, 1_688, 2_531]
    for (const [index, wait] of waits.entries()) expect(wait).toBeGreaterThanOrEqual(minimumWaits[index] ?? 0)
    expect(main.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })

  test('shows the page as soon as a retry succeeds', async () => {
    const { main, user } = openScreen<PageModule>(page, {
      at,
      viewer: asha,
      error: errorResponse(500, 'Error', { requestId: 'r-1' }),
      data: studentData as never,
    })
    expect(textOf(main.element)).toContain('r-1')
    await user.click(main.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(main.queryByRole('alert')).toBeNull())
    expect(main.getByRole('heading', { level: 1 })).toBeTruthy()
  })
})

describe('the profile edit form', () => {
  test.each([
    ['Phone Number', '12', 'Please enter a valid phone number'],
    ["Parent's WhatsApp Number", '123', 'Please enter a valid 10-digit Indian mobile number.'],
    ['Full Name', 'N', 'Name must be at least 2 characters'],
  ])('shows the error at the field (%s), which gets the focus', async (label, text, error) => {
    const { main, user, sent } = openEdit()
    await user.fill(main.field(label), text)
    await user.click(main.getByRole('button', { name: 'Save Changes' }))
    expect(errorOf(main.field(label))).toBe(error)
    expect(document.activeElement).toBe(main.field(label))
    expect(sent).toEqual([])
  })

  test('shows an error from the server at its field', async () => {
    const problems = { bio: 'Please use at most 1000 characters' }
    const { main, user } = openEdit(() => refusedAnswer('invalid_input', undefined, problems))
    await user.click(main.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(errorOf(main.field('Bio / About You'))).toBe(problems.bio))
    await waitFor(() => expect(toastText()).toBe('Failed to update profile. Please try again.'))
  })

  test('sends changed and unchanged fields', async () => {
    const { main, user, sent } = openEdit(() => networkFailure())
    await user.fill(main.field('Full Name'), 'Nisha Rao')
    await user.click(main.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields).toMatchObject({ fullName: 'Nisha Rao', bio: 'I like physics.' })
  })

  test('keeps its values when the network fails', async () => {
    const { main, user } = openEdit(networkFailure)
    await user.fill(main.field('Full Name'), 'Nisha Rao')
    await user.click(main.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(toastText()).toBe('Failed to update profile. Please try again.'))
    expect(main.field('Full Name').value).toBe('Nisha Rao')
  })

  test('keeps the input when the profile changed in another tab, and offers the newer version', async () => {
    let stored = { student: ashasProfile, version: 'v1' }
    const { main, user, sent } = openScreen(editPage, {
      at: '/user/profile/edit',
      viewer: asha,
      data: () => stored,
      answer: () => {
        stored = { student: { ...ashasProfile, bio: 'From the other tab.' }, version: 'v2' }
        return refusedAnswer('profile_changed')
      },
    })
    const bio = () => main.field('Bio / About You')
    await user.fill(bio(), 'I like waves.')
    await user.click(main.getByRole('button', { name: 'Save Changes' }))
    const show = await main.findByRole('button', { name: 'Show the newer version' })
    expect(textOf(main.getByRole('alert'))).toContain('so this was not saved')
    expect(bio().value).toBe('I like waves.')
    await expectAccessible()
    await user.click(show)
    expect(bio().value).toBe('From the other tab.')
    expect(main.queryByRole('alert')).toBeNull()
    await user.click(main.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(sent.map(({ fields }) => fields.version)).toEqual(['v1', 'v2']))
  })

  test('asks for confirmation before leaving with unsaved changes', async () => {
    const { main, user, url } = openEdit()
    await user.fill(main.field('Full Name'), 'Nisha Rao')
    await user.click(main.getByRole('link', { name: 'Back to your profile' }))
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await expectAccessible()
    await user.click(dialog.getByRole('button', { name: 'Stay here' }))
    expect(main.field('Full Name').value).toBe('Nisha Rao')
    await user.click(main.getByRole('link', { name: 'Back to your profile' }))
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(url.current).toBe('/user/profile'))
  })
})

const ashasProfile: StudentProfile = {
  fullName: asha.name,
  email: asha.email,
  phone: '+91 98450 11111',
  bio: 'I like physics.',
  languages: 'Hindi, English',
  parentsWhatsapp: '9845011111',
  avatarUrl: null,
  memberSince: new Date('2026-04-01T06:00:00Z'),
}

const studentData: NonNullable<LoaderData<typeof studentPage>> = {
  student: ashasProfile,
  statistics: { total: 0, thisMonth: 0 },
  averageGiven: null,
  sessions: [],
  favourites: [],
  upcoming: [],
  feedback: Promise.resolve({ feedback: [], next: null, isFirst: true }),
  opened: 'overview',
}

function openStudent(overrides: Partial<NonNullable<LoaderData<typeof studentPage>>> = {}) {
  return openScreen(studentPage, {
    at: '/user/profile',
    viewer: asha,
    data: { ...studentData, ...overrides },
  })
}

function openEdit(answer?: (sent: Sent) => unknown) {
  const at = '/user/profile/edit'
  return openScreen(editPage, { at, viewer: asha, data: { student: ashasProfile, version: 'v1' }, answer })
}
