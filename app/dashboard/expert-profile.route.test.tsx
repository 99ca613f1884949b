import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as profilePage from '#app/dashboard/expert-profile.route.tsx'
import type { OwnExpert } from '#domain/experts/contract.ts'
import type { OnboardingState } from '#domain/experts/states.ts'
import type { SessionView } from '#domain/sessions/contract.ts'
import { paise } from '#kernel/money.ts'
import { ravisProfile } from '#tests/expert-cards.ts'
import { refusals } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { errorResponse } from '#tests/error-response.ts'
import { factsOf, linksOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, openScreen, type Options, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { paidCall } from '#tests/session-views.ts'
import { ravi } from '#tests/viewers.ts'

describe('the online switch', () => {
  test('sets Ravi to online and shows a confirmation', async () => {
    let isOnline = false
    const { user, sent } = open(
      () => ({ ...ravisProfile, isOnline }),
      () => {
        isOnline = true
        return { online: true }
      },
    )
    expect(readDescription(onlineSwitch())).toBe('You receive no requests.')
    await user.click(onlineSwitch())
    await waitFor(() => expect(toastText()).toBe('You are now online'))
    expect(sent).toEqual([{ to: '/expert/profile', fields: { online: 'true' } }])
    await waitFor(() => expect(onlineSwitch().getAttribute('aria-checked')).toBe('true'))
    expect(readDescription(onlineSwitch())).toBe('Students can see you and ask for a session.')
  })

  test('is locked for a pending expert and shows the reason when clicked', async () => {
    const { user, sent } = open({ approval: 'pending' })
    expect(onlineSwitch().getAttribute('aria-disabled')).toBe('true')
    await user.click(onlineSwitch())
    await waitFor(() => expect(toastText()).toBe('Cannot change status Your expert account is pending approval'))
    expect(onlineSwitch().getAttribute('aria-checked')).toBe('false')
    expect(sent).toEqual([])
  })

  test('tells a suspended expert that the account is suspended', async () => {
    const { user } = open({ approval: 'suspended' })
    expect(readDescription(onlineSwitch())).toBe('Not available while your account is suspended.')
    await user.click(onlineSwitch())
    await waitFor(() => expect(toastText()).toContain('Your expert account is suspended'))
  })

  test('returns to offline and shows an error when the network fails', async () => {
    const answers = [networkFailure, () => ({ online: true })]
    let isOnline = false
    const { user } = open(
      () => ({ ...ravisProfile, isOnline }),
      () => {
        const answer = answers.shift()
        isOnline = answers.length === 0
        return answer?.()
      },
    )
    await user.click(onlineSwitch())
    await waitFor(() =>
      expect(toastText()).toBe('Failed to update your status. Something went wrong. Please try again.'),
    )
    await waitFor(() => expect(onlineSwitch().getAttribute('aria-checked')).toBe('false'))
    expect(readDescription(onlineSwitch())).toBe('Something went wrong. Please try again.')
    await user.click(onlineSwitch())
    await waitFor(() => expect(toastText()).toBe('You are now online'))
    await waitFor(() => expect(readDescription(onlineSwitch())).toBe('Students can see you and ask for a session.'))
  })

  test('shows the reason when the server refuses', async () => {
    const { user } = open({}, () => refusedAnswer('profile_incomplete'))
    await user.click(onlineSwitch())
    await waitFor(() => expect(toastText()).toContain('Please complete and save your profile first.'))
    expect(readDescription(onlineSwitch())).toBe(refusals.profile_incomplete.text)
  })

  test('is disabled with an error while the live connection is lost', async () => {
    const { user, sent } = open({}, undefined, { liveIsLost: true })
    expect(readDescription(onlineSwitch())).toBe('Failed to fetch status. Please refresh.')
    expect(onlineSwitch().getAttribute('aria-disabled')).toBe('true')
    await user.click(onlineSwitch())
    await waitFor(() => expect(toastText()).toBe('Failed to fetch status. Please refresh.'))
    expect(sent).toEqual([])
    await expectAccessible(onlineSwitch().closest('form') as HTMLElement)
  })

  test('follows a change made on another screen', async () => {
    let isOnline = false
    const { live } = open(() => ({ ...ravisProfile, isOnline }))
    isOnline = true
    act(() => live.publish(`expert:${ravi.expertId}`, { isOnline: true, status: 'online' }))
    await waitFor(() => expect(onlineSwitch().getAttribute('aria-checked')).toBe('true'))
  })
})

test('an expert who was switched offline sees a notice until they go online', async () => {
  let switchedOffAt: Date | null = new Date('2026-05-04T06:00:00Z')
  const { main, user, sent } = open(
    () => ({ ...ravisProfile, switchedOffAt, isOnline: switchedOffAt === null }),
    () => {
      switchedOffAt = null
      return { online: true }
    },
  )
  const notice = main.getByRole('alert')
  expect(textOf(notice)).toContain('You were set to offline You did not answer two requests in a row')
  expect(textOf(notice)).toContain('we set you to offline on May 04, 2026, 11:30 AM')
  expect(onlineSwitch().getAttribute('aria-checked')).toBe('false')
  await expectAccessible()
  await user.click(main.getAllByRole('button', { name: 'Go Online' })[0] as HTMLElement)
  await waitFor(() => expect(onlineSwitch().getAttribute('aria-checked')).toBe('true'))
  expect(sent[0]?.fields).toEqual({ online: 'true' })
  await waitFor(() => expect(textOf(main.element)).not.toContain('You were set to offline'))
})

test('the latest sessions follow a call from ringing to missed', async () => {
  let state: SessionView['state'] = 'ringing'
  const { main, live } = open({}, undefined, {}, {}, () => [{ ...paidCall, side: 'expert' as const, state }])
  const list = () => textOf(main.getByRole('list', { name: 'Your latest sessions' }))
  expect(list()).toContain('Ringing')
  state = 'missed'
  act(() => live.publish(`rings:${ravi.id}`, { ring: null, open: null }))
  await waitFor(() => expect(list()).toContain('Missed'))
})

test('a pending expert sees the profile, and what is locked until the approval', async () => {
  const { main } = open({ approval: 'pending', rating: null })
  expect(main.getAllByText('Account Pending Approval').length).toBeGreaterThan(0)
  expect(textOf(main.element)).toContain('Ravi Nair')
  expect(textOf(main.element)).toContain('₹10/min')
  expect(factsOf(main.element).Rating).toBe('N/A')
  await expectAccessible()
})

test('the statistics and the wallet update live', async () => {
  const { main, live } = open()
  expect(factsOf(main.element)).toMatchObject({ Rating: '4.7', Reviews: '12', "Today's Earnings": '₹0' })
  act(() => live.publish(`wallet:${ravi.id}`, { ...ravi.wallet, available: paise(80_800), earnedToday: paise(808) }))
  await waitFor(() => expect(factsOf(main.element)["Today's Earnings"]).toBe('₹8.08'))
  expect(factsOf(main.element)['Wallet balance']).toBe('₹808')
})

test('a pending expert sees the first steps instead of a notice about the profile', async () => {
  const onboarding: OnboardingState = {
    terms: 'done',
    photo: 'open',
    profile: 'open',
    devices: 'open',
    identity: 'waiting',
    hours: 'waiting',
    bank: 'waiting',
  }
  const { main } = open({ approval: 'pending', isComplete: false }, undefined, {}, { onboarding })
  const steps = main.region('Your first steps')
  expect(textOf(steps.element)).toContain('1 of 7 done. Our team checks your account and approves it.')
  expect(linksOf(steps.element)).toEqual({
    Photo: '/expert/profile/edit',
    Profile: '/expert/profile/edit',
    'Camera and microphone': '/expert/test-call',
  })
  expect(textOf(main.element)).not.toContain('Your profile is not complete yet')
  await expectAccessible()
})

test('an incomplete profile shows what is missing and links to the edit page', () => {
  const { main } = open({ isComplete: false, title: null, brief: null, rating: null, highestDegree: null })
  expect(textOf(main.element)).toContain('Your profile is not complete yet')
  expect(linksOf(main.element)).toMatchObject({
    'Complete it now': '/expert/profile/edit',
    'Add your professional title': '/expert/profile/edit',
  })
  expect(factsOf(main.element)).toMatchObject({ Rating: 'N/A', Education: 'Not added yet' })
})

describe('the tabs', () => {
  test('show empty states for a new expert', async () => {
    const { main, user } = open({ sessions: 0, reviews: 0 })
    expect(main.getByRole('heading', { name: 'No Sessions Yet' })).toBeTruthy()
    await user.click(main.getByRole('tab', { name: 'Earnings' }))
    expect(main.getByRole('heading', { name: 'No Earnings Yet' })).toBeTruthy()
    await user.click(main.getByRole('tab', { name: 'Reviews' }))
    expect(main.getByRole('heading', { name: 'No Reviews Yet' })).toBeTruthy()
  })

  test('show the earnings of the last days', async () => {
    const days = [
      { day: '2026-05-03', amount: paise(800) },
      { day: '2026-05-04', amount: paise(800) },
    ]
    const { main, user } = open({}, undefined, {}, { days })
    await user.click(main.getByRole('tab', { name: 'Earnings' }))
    expect(textOf(main.getByRole('tabpanel', { name: 'Earnings' }))).toContain('₹16 in the last 2 days')
  })

  test.each(['Sessions', 'Earnings', 'Reviews'])(
    'are locked for a suspended expert and show the support email address: %s',
    async (name) => {
      const { main, user } = open({ approval: 'suspended' })
      await user.click(main.getByRole('tab', { name }))
      const panel = main.getByRole('tabpanel', { name })
      expect(textOf(panel)).toContain('Account Suspended')
      expect(linksOf(panel)).toEqual({ 'support@samjhao.example': 'mailto:support@samjhao.example' })
    },
  )

  test('show the latest sessions and link to all of them', () => {
    const { main } = open({}, undefined, {}, { sessions: [{ ...paidCall, side: 'expert' }] })
    const panel = main.getByRole('tabpanel', { name: 'Sessions' })
    expect(textOf(panel)).toContain('Asha Verma')
    expect(textOf(panel)).toContain('earned ₹24')
    expect(linksOf(panel)['All sessions']).toBe('/expert/sessions')
  })
})

test('the feedback reminder names the latest students and counts the rest', () => {
  const latest = [{ sessionId: paidCall.id, studentName: 'Asha Verma', endedAt: new Date('2026-05-04T05:00:00Z') }]
  const { main } = open({}, undefined, {}, { reminders: { latest, total: 3 } })
  expect(linksOf(main.element)['Asha Verma, May 04, 2026']).toBe(`/expert/sessions/${paidCall.id}#feedback`)
  expect(textOf(main.element)).toContain('And 2 more among your sessions.')
})

test('an applicant whose approval is pending sees the Application Received toast once', async () => {
  const { url } = open({ approval: 'pending' }, undefined, { at: '/expert/profile?fromApplication=1' })
  await waitFor(() => expect(toastText()).toContain('Application Received'))
  await waitFor(() => expect(url.current).toBe('/expert/profile'))
})

test('an expert who is approved before the first sign-in sees no toast', async () => {
  const { url } = open({}, undefined, { at: '/expert/profile?fromApplication=1' })
  await waitFor(() => expect(url.current).toBe('/expert/profile'))
  expect(toastText()).toBe('')
})

describe('a dashboard that fails to load', () => {
  test.each([
    [
      new TypeError('Failed to fetch'),
      'Failed to load profile: Network error. Please check your connection and try again.',
    ],
    [errorResponse(502, 'Bad Gateway', 'no'), 'An unexpected error occurred. Please try again later.'],
    [
      errorResponse(500, 'Error', {
        failedTo: 'create',
        text: 'It could not be saved on our side.',
        requestId: 'r-1',
      }),
      'Failed to create profile: It could not be saved on our side.',
    ],
  ])('(%s) shows the reason and loads on retry', async (error, text) => {
    const { main, user } = open({}, undefined, { error })
    expect(textOf(main.getByRole('alert'))).toBe(text)
    expect(linksOf(main.element)).toEqual({ 'Go Home': '/' })
    await user.click(main.getByRole('button', { name: 'Try Again' }))
    expect(await main.findByRole('heading', { level: 1, name: 'Ravi Nair' })).toBeTruthy()
  })
})

test('a visitor is asked to log in and returns here afterwards', () => {
  const { main } = openScreen(profilePage, { at: '/expert/profile', data: null })
  expect(linksOf(main.element)['Log In']).toBe('/login?redirect=/expert/profile')
})

type Data = NonNullable<LoaderData<typeof profilePage>>

function open(
  expert: Partial<OwnExpert> | (() => OwnExpert) = {},
  answer?: (sent: Sent) => unknown,
  options: Partial<Options> = {},
  overrides: Partial<Data> = {},
  readSessions: () => SessionView[] = () => [],
) {
  return openScreen(profilePage, {
    at: '/expert/profile',
    viewer: ravi,
    ...options,
    data: (): Data => ({
      expert: typeof expert === 'function' ? expert() : { ...ravisProfile, ...expert },
      days: [],
      sessions: readSessions(),
      reminders: { latest: [], total: 0 },
      reviews: { reviews: [], next: null, summary: null, part: 'latest', unanswered: false },
      opened: 'sessions',
      booked: null,
      onboarding: null,
      today: null,
      ...overrides,
    }),
    answer,
  })
}

const onlineSwitch = () => screen.getByRole('switch')

function readDescription(element: HTMLElement): string {
  return textOf(document.getElementById(element.getAttribute('aria-describedby') ?? ''))
}
