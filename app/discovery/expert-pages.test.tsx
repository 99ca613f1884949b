import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Viewer } from '#app/base/viewer.ts'
import * as shortPage from '#app/discovery/expert.route.tsx'
import * as detailPage from '#app/discovery/expert-details.route.tsx'
import type { ExpertPage } from '#domain/discovery/contract.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { networkFailure, stubFetch } from '#tests/stub-fetch.ts'
import { errorResponse } from '#tests/error-response.ts'
import { imransCard, ravisPage } from '#tests/expert-cards.ts'
import { fakeDevices } from '#tests/fake-devices.ts'
import { factsOf, linksOf, textOf } from '#tests/read-element.ts'
import { findRequestDialog } from '#tests/request-dialog.tsx'
import { type LoaderData, now, openScreen, product, type Sent, toastText } from '#tests/screen.tsx'
import { asha, meera, ravi } from '#tests/viewers.ts'

const pages = [
  { name: 'short profile', open: openShort, at: `/expert/${ravi.expertId}`, callLabel: 'Talk to Ravi' },
  {
    name: 'detail page',
    open: openDetails,
    at: `/expert/details/${ravi.expertId}`,
    callLabel: 'Book Video Session',
  },
]

describe('the short profile', () => {
  test('shows a new expert without reviews, and the category when there are no key subjects', () => {
    const { main } = openShort({ expert: { ...beginner, keySubjects: [] } })
    const text = textOf(main.element)
    expect(text).toContain('(No reviews yet)')
    expect(text).toMatch(/Every expert starts at 4\.5/)
    expect(text).toContain('No sessions yet')
    expect(main.getAllByRole('listitem').map(textOf)).toContain('Academic')
    expect(text).toContain('Offline')
    expect(callButton('Talk to Ravi').disabled).toBe(true)
  })

  test('shows rating, sessions, price, subjects and verification of an established expert', () => {
    const pageText = textOf(openShort().main.element)
    for (const text of [
      'Rated 4.7 of 5',
      '12 reviews',
      '35 sessions',
      'Speaks Hindi, English',
      '₹10/min',
      'Physics',
      'Mathematics',
    ]) {
      expect(pageText).toContain(text)
    }
    expect(pageText).toContain('Identity checked by the Samjhao team on 1 May 2026')
  })

  test('copies the profile link', async () => {
    const { main, user } = openShort()
    await user.click(main.getByRole('button', { name: 'Share Profile' }))
    await waitFor(() => expect(toastText()).toBe('Profile link copied to clipboard!'))
    expect(await navigator.clipboard.readText()).toBe(`${product.origin}/expert/${ravi.expertId}`)
  })

  test('shows an error when the link cannot be copied', async () => {
    const { main, user } = openShort()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await user.click(main.getByRole('button', { name: 'Share Profile' }))
    await waitFor(() => expect(toastText()).toBe('Failed to copy link'))
  })

  test('shows a recommended expert without reviews as new', () => {
    const { main } = openShort({ similar: [{ ...imransCard, rating: 4.5, reviews: 0 }] })
    const recommended = textOf(main.region('Recommended Experts').element)
    expect(recommended).toContain('New, no reviews yet')
    expect(recommended).not.toContain('4.5')
  })

  test('links to recommended experts and to the full profile', () => {
    expect(linksOf(openShort({ similar: [imransCard] }).main.element)).toMatchObject({
      'View Profile of Imran Sheikh': `/expert/${imransCard.id}`,
      'See the full profile': `/expert/details/${ravi.expertId}`,
    })
  })

  test('says when there are no other experts', () => {
    expect(textOf(openShort().main.element)).toContain('No other experts available at the moment.')
  })
})

describe('the detail page', () => {
  test('shows a new offline expert without reviews, and disables the call buttons', async () => {
    const { main } = openDetails({ expert: { ...beginner, experienceYears: 0 } })
    expect(factsOf(main.element)).toMatchObject({
      Experience: 'Experienced Professional',
      'Total Sessions': 'New Expert',
    })
    const text = textOf(main.element)
    expect(text).toContain('(No reviews yet)')
    expect(text).toMatch(/Every expert starts at 4\.5/)
    expect(text).toContain('Ravi is offline and cannot be called now.')
    expect(callButton('Book Video Session').disabled).toBe(true)
    expect(callButton('Book Audio Call').disabled).toBe(true)
    await expectAccessible()
  })

  test('shows experience, sessions and degree, and links to experts in the same subjects', () => {
    const { main } = openDetails()
    expect(textOf(main.element)).toContain('12+ Reviews')
    expect(factsOf(main.element)).toEqual({
      'Languages Spoken': 'Hindi, English',
      Experience: '12+ years',
      'Total Sessions': '35+ completed',
      Qualification: 'M.Sc. Physics',
    })
    expect(linksOf(main.region('Areas of Expertise').element)).toEqual({
      Physics: '/experts?subjects=physics&online=false',
      Mathematics: '/experts?subjects=mathematics&online=false',
      'Homework Help': '/experts?category=homework-help&online=false',
      JEE: '/experts?category=jee&online=false',
    })
    expect(textOf(main.region('Services').element)).toContain('Video Call ₹10/min Book Video Session')
  })

  test('copies the share text when there is no share sheet', async () => {
    const { main, user } = openDetails({ expert: beginner })
    await user.click(main.getByRole('button', { name: 'Share Profile' }))
    await waitFor(() => expect(toastText()).toBe('Expert profile link copied to clipboard!'))
    expect(await navigator.clipboard.readText()).toBe(
      [
        'Ravi Nair, Physics teacher, on Samjhao',
        '⭐ 4.5 (No reviews yet) · No sessions yet · ₹10/min',
        'Doubt hai? अब expert से सीधे समझो!',
        `${product.origin}/expert/details/${ravi.expertId}`,
      ].join('\n'),
    )
  })

  test('uses the share sheet of the device, and closing it is not an error', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>()
    share.mockRejectedValueOnce(new DOMException('closed', 'AbortError')).mockResolvedValueOnce()
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    const { main, user } = openDetails()
    await user.click(main.getByRole('button', { name: 'Share Profile' }))
    expect(toastText()).toBe('')
    await user.click(main.getByRole('button', { name: 'Share Profile' }))
    await waitFor(() => expect(toastText()).toBe('Thanks for sharing!'))
    expect(share.mock.lastCall?.[0]).toEqual({
      title: 'Ravi Nair, Physics teacher',
      text: expect.stringContaining('₹10/min'),
      url: `${product.origin}/expert/details/${ravi.expertId}`,
    })
    Reflect.deleteProperty(navigator, 'share')
  })
})

describe.each(pages)('on the $name', ({ open, at, callLabel }) => {
  test('the call button opens the request dialog for a visitor, who stays on the page', async () => {
    const { user, url } = open()
    const before = url.current
    await user.click(callButton(callLabel))
    const dialog = await screen.findByRole('dialog', { name: 'Request Session' })
    expect(textOf(dialog)).toContain('You need to sign up or log in to book a session')
    expect(url.current).toBe(before)
  })

  test.each([ravi, meera])(
    '$name, who is not a student, sees that only students can request sessions',
    async (viewer) => {
      const { user } = open({ viewer })
      await user.click(callButton(callLabel))
      await waitFor(() => expect(toastText()).toContain('Only students can request sessions.'))
    },
  )

  test('the status updates live from offline to online, busy and offline', async () => {
    const { main, live } = open({ expert: { ...ravisPage, status: 'offline' } })
    const publishStatus = async (status: ExpertPage['status']) => {
      act(() => live.publish(`expert:${ravi.expertId}`, { isOnline: status !== 'offline', status }))
    }
    expect(callButton(callLabel).disabled).toBe(true)
    expect(main.getByRole('link', { name: 'Tell me when online' }).closest('[data-presence]')).toMatchObject({
      dataset: { presence: 'offline' },
    })
    // The page subscribes once scrolling has settled.
    await waitFor(async () => {
      await publishStatus('online')
      expect(callButton(callLabel).disabled).toBe(false)
    })
    expect(textOf(main.element)).toContain('Available')
    await publishStatus('busy')
    expect(textOf(main.element)).toContain('In a Session')
    expect(callButton(callLabel).disabled).toBe(true)
    await publishStatus('offline')
    expect(textOf(main.element)).toContain('Offline')
    expect(callButton(callLabel).disabled).toBe(true)
  })

  test('a visitor logs in first to set an online alert', () => {
    const { main } = open({ expert: { ...ravisPage, status: 'offline' } })
    const alert = main.getByRole('link', { name: 'Tell me when online' })
    expect(alert.getAttribute('href')).toBe(`/login?redirect=${encodeURIComponent(at)}`)
  })

  test('Asha sets an online alert and cancels it', async () => {
    let alertIsSet = false
    const { main, user, sent } = open({
      viewer: asha,
      expert: { ...ravisPage, status: 'offline' },
      alertIsSet: () => alertIsSet,
      answer: ({ fields }) => {
        alertIsSet = fields.wanted === 'true'
        return { wanted: alertIsSet }
      },
    })
    expect(textOf(main.element)).toContain('Get one notification when Ravi comes online.')
    await user.click(main.getByRole('button', { name: 'Tell me when online' }))
    const cancelButton = await main.findByRole('button', { name: 'Cancel alert' })
    expect(textOf(main.element)).toContain('We will notify you once when Ravi comes online.')
    await waitFor(() => expect(cancelButton.hasAttribute('aria-busy')).toBe(false))
    await user.click(cancelButton)
    const alertButton = await main.findByRole('button', { name: 'Tell me when online' })
    await waitFor(() => expect(alertButton.hasAttribute('aria-busy')).toBe(false))
    expect(sent).toEqual([
      { to: at, fields: { wanted: 'true' } },
      { to: at, fields: { wanted: 'false' } },
    ])
  })

  test('a failed alert request shows an error beside its button, and keeps the page', async () => {
    const { main, user } = open({
      viewer: asha,
      expert: { ...ravisPage, status: 'offline' },
      answer: networkFailure,
    })
    await user.click(main.getByRole('button', { name: 'Tell me when online' }))
    expect(textOf(await main.findByRole('alert'))).toBe('Something went wrong. Please try again.')
    expect(toastText()).toBe('')
    expect(main.getByRole('heading', { level: 1, name: 'Ravi Nair' })).toBeTruthy()
  })

  test.each([ravi, meera])('$name is not offered an online alert', (viewer) => {
    const { main } = open({ viewer, expert: { ...ravisPage, status: 'offline' } })
    expect(callButton(callLabel).disabled).toBe(true)
    expect(textOf(main.element)).not.toContain('Tell me when online')
  })

  test('Asha, who is signed in, sees that the expert is available now', () => {
    const { main } = open({ viewer: asha })
    expect(textOf(main.element)).toContain('Available Now')
    expect(main.queryByRole('button', { name: 'Tell me when online' })).toBeNull()
  })

  test('without scripts the call button leads a visitor to the login, and a student to the booking page', () => {
    open({ takesBookings: true })
    expect(callButton(callLabel).form?.getAttribute('action')).toBe('/login')
    cleanup()
    open({ viewer: asha, takesBookings: true })
    expect(callButton(callLabel).form?.getAttribute('action')).toBe(`/expert/details/${ravi.expertId}/book`)
  })

  test('Asha adds an expert to her favourites', async () => {
    const { main, user, sent } = open({ viewer: asha, answer: () => ({ wanted: true }) })
    await user.click(main.getByRole('button', { name: 'Add to favourites' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent).toEqual([{ to: at, fields: { act: 'favourite', wanted: 'true' } }])
  })

  test('the photo is shown, or the initials when it fails to load', async () => {
    const { main } = open({ expert: { ...ravisPage, photoUrl: '/photos/ravi.webp' } })
    const photo = main.element.querySelector('img') as HTMLImageElement
    expect(photo.getAttribute('src')).toBe('/photos/ravi.webp')
    fireEvent.error(photo)
    expect(await main.findByText('RN')).toBeTruthy()
    expect(main.element.querySelector('img')).toBeNull()
  })
})

describe('a page that fails to load', () => {
  test.each([
    { page: shortPage, heading: 'Expert Not Found' },
    { page: detailPage, heading: 'Expert not found' },
  ])('shows "$heading" with a link to all experts when the expert does not exist', async ({ page, heading }) => {
    const error = errorResponse(404, 'Not Found', { code: 'no_such_expert', text: 'No.' })
    const { main } = openScreen(page, { at: '/expert/nobody', data: undefined as never, error })
    expect(textOf(main.getByRole('heading', { level: 1 }))).toBe(heading)
    expect(linksOf(main.element)).toEqual({ 'Browse All Experts': '/experts' })
    await expectAccessible()
  })

  test.each([
    {
      cause: 'the network',
      error: new TypeError('Failed to fetch'),
      heading: 'Something went wrong',
      text: 'Network error. Please check your connection and try again.',
    },
    {
      cause: 'a server error',
      error: errorResponse(500, 'Error', { requestId: 'r-1' }),
      heading: 'Failed to load expert profile',
      text: 'This is a problem on our side. Please try again in a moment.',
    },
  ])('because of $cause shows the reason and retries automatically', async ({ error, heading, text }) => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now })
    const { main } = openDetails({ error })
    expect(textOf(main.getByRole('heading', { level: 1 }))).toBe(heading)
    expect(textOf(main.getByRole('alert'))).toBe(text)
    expect(main.getByRole('button', { name: 'Try Again' })).toBeTruthy()
    await vi.advanceTimersByTimeAsync(1_000)
    await vi.waitFor(() => expect(main.getByRole('heading', { level: 1, name: 'Ravi Nair' })).toBeTruthy(), {
      timeout: 10_000,
    })
  })

  test('retries three times, then only on Try Again', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now })
    let reads = 0
    let isDown = true
    const { main, user } = openDetails({
      error: new TypeError('Failed to fetch'),
      onLoad: () => {
        reads += 1
        if (isDown) throw new TypeError('Failed to fetch')
      },
    })
    expect(textOf(main.element)).toContain('Trying again in 1 second, attempt 1 of 3.')
    await vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(1_000)
        expect(textOf(main.element)).toContain('All 3 retries failed.')
      },
      { timeout: 10_000 },
    )
    await vi.advanceTimersByTimeAsync(60_000)
    expect(reads).toBe(3)
    isDown = false
    vi.useRealTimers()
    await user.click(main.getByRole('button', { name: 'Try Again' }))
    await vi.waitFor(() => expect(main.getByRole('heading', { level: 1, name: 'Ravi Nair' })).toBeTruthy(), {
      timeout: 10_000,
    })
  })
})

const beginner: ExpertPage = { ...ravisPage, rating: 4.5, reviews: 0, sessions: 0, status: 'offline' }

test('the link in an online alert opens the dialog once, with the question asked before', async () => {
  fakeDevices()
  stubFetch(() => ({ dailyLimit: null, spentToday: 0 }))
  window.history.replaceState(null, '', '/expert/details/1?question=r1')
  openDetails({ viewer: asha, asked: { callType: 'audio', question: 'Why does ice float?', file: null } })
  const dialog = await findRequestDialog()
  expect(dialog.field('Your question').value).toBe('Why does ice float?')
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Audio call' }).checked).toBe(true)
  expect(window.location.search).toBe('')
  window.history.replaceState(null, '', '/')
})

type Setup = {
  asked?: LoaderData<typeof detailPage>['asked']
  expert?: ExpertPage
  similar?: LoaderData<typeof shortPage>['similar']
  viewer?: Viewer
  alertIsSet?: () => boolean
  takesBookings?: boolean
  answer?: (sent: Sent) => unknown
  error?: unknown
  onLoad?: () => void
}

function makeData({
  expert = ravisPage,
  similar = [],
  alertIsSet = () => false,
  takesBookings = false,
  onLoad,
}: Setup) {
  onLoad?.()
  return {
    expert,
    similar,
    alertIsSet: alertIsSet(),
    isFavourite: false,
    takesBookings,
    nextTime: null,
    shareImage: '/share.png',
    categoryName: 'Academic',
  }
}

function openShort(setup: Setup = {}) {
  const { viewer, answer, error } = setup
  const at = `/expert/${ravi.expertId}`
  return openScreen(shortPage, { at, path: '/expert/:id', viewer, answer, error, data: () => makeData(setup) })
}

function openDetails(setup: Setup = {}) {
  const { viewer, answer, error } = setup
  const reviews = { reviews: [], next: null, summary: null, part: 'latest' as const, unanswered: false }
  return openScreen(detailPage, {
    at: `/expert/details/${ravi.expertId}`,
    path: '/expert/details/:id',
    viewer,
    answer,
    error,
    data: () => ({ ...makeData(setup), reviews, asked: setup.asked ?? null }),
  })
}

const callButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
