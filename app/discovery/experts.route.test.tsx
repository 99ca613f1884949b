import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import * as expertsPage from '#app/discovery/experts.route.tsx'
import type { Listing } from '#app/discovery/listing/listing.ts'
import type { ExpertCard, ListingPage } from '#domain/discovery/contract.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { ravisCard } from '#tests/expert-cards.ts'
import { optionsOf, readElement, linksOf, textOf } from '#tests/read-element.ts'
import { openScreen, toastText } from '#tests/screen.tsx'
import { asha } from '#tests/viewers.ts'

describe('an expert card', () => {
  test('shows status, title, sessions and price, and links to the expert', () => {
    open({ experts: [ravisCard] })
    const card = cards()[0] as HTMLElement
    expect(textOf(card)).toContain('Rated 4.7 of 5 (12 reviews)')
    expect(textOf(card)).toContain('Available Ravi Nair')
    expect(textOf(card)).toContain('Physics teacher')
    expect(textOf(card)).toContain('35 sessions Hindi, English')
    expect(card.textContent).toContain('₹10/min')
    expect(linksOf(card)).toEqual({ 'Ravi Nair': `/expert/details/${ravisCard.id}` })
    expect(callButton(card, 'Video call with Ravi Nair').disabled).toBe(false)
  })

  test('disables the call buttons of an offline expert', () => {
    open({ experts: [{ ...ravisCard, status: 'offline' }] })
    const card = cards()[0] as HTMLElement
    expect(textOf(card)).toContain('Offline')
    expect(callButton(card, 'Audio call with Ravi Nair').disabled).toBe(true)
  })

  test('marks a new expert, and lists subcategories when there are no key subjects', () => {
    open({ experts: [{ ...ravisCard, rating: 4.5, reviews: 0, sessions: 0, keySubjects: [] }] })
    const card = cards()[0] as HTMLElement
    expect(textOf(card)).toContain('New, no reviews yet Hindi')
    expect(textOf(card)).not.toContain('4.5')
    expect(readElement(card).getAllByRole('listitem').map(textOf)).toEqual(['Homework Help', 'JEE'])
  })

  test('opens the request dialog for a visitor, who stays on the page', async () => {
    const { user, url } = open({ experts: [ravisCard] })
    const before = url.current
    await user.click(callButton(cards()[0] as HTMLElement, 'Audio call with Ravi Nair'))
    const dialog = await screen.findByRole('dialog', { name: 'Request Session' })
    expect(textOf(dialog)).toContain('Sign up or log in to book a session with this expert')
    expect(url.current).toBe(before)
  })

  test('opens the request dialog for Asha with the chosen call type', async () => {
    const { user } = open({ experts: [ravisCard] }, { viewer: asha })
    await user.click(callButton(cards()[0] as HTMLElement, 'Video call with Ravi Nair'))
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Request Session' }))
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Video call' }).checked).toBe(true)
  })
})

describe('the result count', () => {
  test.each([
    [1, '1 expert found'],
    [2, '2 experts found'],
    [1_001, '1,000+ experts found'],
  ])('of %d reads "%s"', (total, text) => {
    open({ experts: [ravisCard], total })
    expect(screen.getByRole('heading', { name: text })).toBeTruthy()
  })
})

describe('an empty result', () => {
  test('explains what to do, and links to matching offline experts', async () => {
    const { main, user, url, startUrl } = open({ experts: [], offlineMatches: 2 })
    expect(main.getByRole('heading', { name: 'No experts available right now' })).toBeTruthy()
    expect(textOf(main.element)).toContain(
      'No experts matching your criteria found. Try changing your filters or check back soon for more available experts!',
    )
    await expectAccessible(results())
    await user.click(main.getByRole('link', { name: 'See 2 experts who are offline now' }))
    await waitFor(() => expect(url.current).toBe(`${startUrl}&online=false`))
  })

  test('asks any free expert, with the search as the question', async () => {
    const { main, user, word } = open({ experts: [] })
    await user.click(main.getByRole('button', { name: 'Find somebody now' }))
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Find somebody now' }))
    expect(dialog.field('Your question').value).toBe(word)
  })

  test('counts one offline expert in the singular', () => {
    const { main } = open({ experts: [], offlineMatches: 1 })
    expect(main.getByRole('link', { name: 'See 1 expert who is offline now' })).toBeTruthy()
  })

  test('offers to reset the filters when no offline expert matches', () => {
    const { main } = open({ experts: [] }, { filters: '&rating=5' })
    expect(main.queryByRole('link', { name: /offline now$/ })).toBeNull()
    expect(main.getByRole('link', { name: 'Reset Filters' }).getAttribute('href')).toBe('/experts')
  })
})

test('a misspelled search is corrected, announced and used for the next pages', async () => {
  const requestedPaths: string[] = []
  const { main, word } = open(({ searchParams }) => {
    requestedPaths.push(searchParams.toString())
    if (searchParams.has('after')) return { experts: [makeExpert(2)], next: null }
    return { experts: [makeExpert(1)], next: 'mark', correctedSearch: 'physics' }
  })
  expect(textOf(main.element)).toContain(`Nothing matches '${word}'. Showing results for 'physics'.`)
  await waitFor(() => expect(cards()).toHaveLength(2))
  expect(requestedPaths.at(-1)).toBe('search=physics&after=mark')
})

test('the listing says when its experts match only some words', () => {
  const { main } = open({ experts: [makeExpert(1)], matchesSome: true })
  expect(textOf(main.element)).toContain('No expert matches all words. These match some of them.')
})

describe('active filters', () => {
  test('are listed, each with a link that removes it', () => {
    const { word } = open(
      { experts: [ravisCard] },
      { filters: '&subjects=physics&rating=4.5&online=false&sort=price-low' },
    )
    expect(linksOf(screen.getByRole('list', { name: 'Active filters' }))).toEqual({
      'Remove filter: Physics': `/experts?search=${word}&rating=4.5&online=false&sort=price-low`,
      'Remove filter: 4.5 and up, no new experts': `/experts?search=${word}&subjects=physics&online=false&sort=price-low`,
      'Remove filter: Offline too': `/experts?search=${word}&subjects=physics&rating=4.5&sort=price-low`,
      'Clear all filters': '/experts?sort=price-low',
    })
  })

  test('move the focus to the result count when removed', async () => {
    const { user } = open({ experts: [ravisCard] }, { filters: '&subjects=physics' })
    await user.click(screen.getByRole('link', { name: 'Remove filter: Physics' }))
    await waitFor(() => expect(textOf(document.activeElement)).toBe('1 expert found'))
  })
})

describe('the sidebar filters', () => {
  test('include the language, in the URL and among the active filters', async () => {
    const { user, url, startUrl } = open({ experts: [ravisCard] })
    expect(optionsOf(filters().field('Language')).slice(0, 3)).toEqual(['Any language', 'English', 'Hindi'])
    await user.selectOptions(filters().field('Language'), 'Tamil')
    await waitFor(() => expect(url.current).toBe(`${startUrl}&language=tamil`))
    const active = linksOf(screen.getByRole('list', { name: 'Active filters' }))
    expect(active['Remove filter: Speaks Tamil']).toBe(startUrl)
    await user.selectOptions(filters().field('Language'), 'Any language')
    await waitFor(() => expect(url.current).toBe(startUrl))
  })

  test('apply after a debounce, together with the search', async () => {
    const { user, url, startUrl } = open({ experts: [ravisCard] })
    await user.selectOptions(filters().field('Sort by'), 'Lowest Price')
    await waitFor(() => expect(url.current).toBe(`${startUrl}&sort=price-low`))
    await user.click(filters().getByRole('radio', { name: 'Academic' }))
    await waitFor(() => expect(url.current).toBe(`${startUrl}&category=academic&sort=price-low`))
    await user.click(filters().getByRole('checkbox', { name: 'Online experts only' }))
    await waitFor(() => expect(url.current).toBe(`${startUrl}&category=academic&online=false&sort=price-low`))
  })

  test('accept three subjects and refuse a fourth with a message', async () => {
    const { user, url } = open({ experts: [ravisCard] })
    const science = () => readElement(filters().getByRole('group', { name: 'Science: up to three' }))
    const box = (name: string) => science().getByRole<HTMLInputElement>('checkbox', { name })
    await user.click(filters().getByText('Subjects of Science'))
    for (const subject of ['Physics', 'Chemistry', 'Biology']) await user.click(box(subject))
    await waitFor(() => expect(url.current).toContain('subjects=physics,chemistry,biology'))
    await user.click(box('NEET'))
    expect(box('NEET').checked).toBe(false)
    expect(box('NEET').getAttribute('aria-invalid')).toBe('true')
    expect(filters().getAllByText('You can only select 3 subjects maximum.').length).toBeGreaterThan(0)
    await expectAccessible(science().element)
    await user.click(box('Biology'))
    await user.click(box('NEET'))
    await waitFor(() => expect(url.current).toContain('subjects=physics,chemistry,neet'))
  })

  test('drop a choice that is cleared before the debounce ends', async () => {
    const { url } = open({ experts: [ravisCard] }, { filters: '&sort=price-low' })
    fireEvent.click(filters().getByRole('radio', { name: 'Academic' }))
    fireEvent.click(filters().getByRole('link', { name: 'Clear all' }))
    await waitFor(() => expect(url.current).toBe('/experts?sort=price-low'))
    const all = () => filters().getByRole<HTMLInputElement>('radio', { name: 'All categories' })
    await waitFor(() => expect(all().checked).toBe(true))
  })
})

test('the minimum rating filter goes up to 4.5, and says that it hides new experts', () => {
  open({ experts: [ravisCard] })
  const slider = filters().getByRole<HTMLInputElement>('slider', { name: 'Minimum rating' })
  expect(slider).toMatchObject({ min: '0', max: '4.5', step: '0.5' })
  expect(textOf(document.getElementById(slider.getAttribute('aria-describedby') ?? ''))).toBe(
    'A minimum rating hides new experts, who have no reviews yet.',
  )
})

describe('the filter sheet on a small screen', () => {
  test('changes nothing until applied, and discards changes on close', async () => {
    const { user, url, startUrl } = open({ experts: [ravisCard] })
    const sheet = await openSheet(user)
    await user.click(sheet.getByText('Subjects of Science'))
    await user.click(sheet.getByRole('checkbox', { name: 'Physics' }))
    await user.click(sheet.getByRole('checkbox', { name: 'Online experts only' }))
    expect(url.current).toBe(startUrl)
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(url.current).toBe(startUrl)
    const reopened = await openSheet(user)
    expect(reopened.getByRole<HTMLInputElement>('checkbox', { name: 'Online experts only' }).checked).toBe(true)
  })

  test('applies filters together, counts them on the button, and clears them together', async () => {
    const { user, url, startUrl } = open({ experts: [ravisCard] })
    const sheet = await openSheet(user)
    await user.click(sheet.getByText('Subjects of Science'))
    await user.click(sheet.getByRole('checkbox', { name: 'Physics' }))
    await user.click(sheet.getByRole('checkbox', { name: 'Online experts only' }))
    await user.selectOptions(sheet.field('Language'), 'Tamil')
    await user.click(sheet.getByRole('button', { name: 'Apply Filters' }))
    await waitFor(() => expect(url.current).toBe(`${startUrl}&subjects=physics&language=tamil&online=false`))
    const button = await screen.findByRole('button', { name: 'Filters 3 active' })
    await waitFor(() => expect(document.activeElement).toBe(button))
    const reopened = await openSheet(user)
    await user.click(reopened.getByRole('button', { name: 'Clear all' }))
    await user.click(reopened.getByRole('button', { name: 'Apply Filters' }))
    await waitFor(() => expect(url.current).toBe(startUrl))
  })
})

describe('a long list', () => {
  test('loads more automatically, and shows no expert twice', async () => {
    const pages: Record<string, Partial<ListingPage>> = {
      first: { experts: makeExperts(1, 20), total: 23, next: 'second' },
      second: { experts: makeExperts(19, 23), total: null, next: null },
    }
    const { main } = open(({ searchParams }) => pages[searchParams.get('after') ?? 'first'] ?? {})
    await waitFor(() => expect(cards()).toHaveLength(23))
    const names = cards().map((card) => textOf(card.querySelector('h3 a')))
    expect(names).toEqual(makeExperts(1, 23).map(({ name }) => name))
    expect(await main.findByText('3 experts added')).toBeTruthy()
    expect(main.queryByRole('link', { name: 'Show more experts' })).toBeNull()
  })

  test('offers Try Again when the next page fails, and focuses the first new card', async () => {
    let isDown = true
    const { main, user } = open(({ searchParams }) => {
      if (!searchParams.has('after')) return { experts: makeExperts(1, 20), total: 25, next: 'second' }
      return isDown ? networkFailure() : { experts: makeExperts(21, 25), total: null, next: null }
    })
    const retryLink = await main.findByRole('link', { name: 'Try Again' })
    expect(textOf(main.getByRole('alert'))).toBe('Something went wrong. Please try again.')
    isDown = false
    await user.click(retryLink)
    await waitFor(() => expect(cards()).toHaveLength(25))
    await waitFor(() => expect(textOf(document.activeElement)).toBe('Expert 021'))
  })
})

describe('a loading list', () => {
  test('shows four placeholder cards', async () => {
    const response = Promise.withResolvers<void>()
    const answer = { experts: [ravisCard] }
    const { user } = open(({ searchParams }) =>
      searchParams.get('category') ? response.promise.then(() => answer) : answer,
    )
    await user.click(filters().getByRole('radio', { name: 'Academic' }))
    await waitFor(() => expect(document.querySelectorAll('[data-placeholder]')).toHaveLength(4))
    response.resolve()
    await waitFor(() => expect(document.querySelectorAll('[data-placeholder]')).toHaveLength(0))
    expect(cards()).toHaveLength(1)
  })

  test.each([
    ['a failing server', () => brokenServer(), 'Failed to load experts. Please try again.'],
    ['a failing network', networkFailure, 'Something went wrong. Please try again.'],
  ])('with %s shows an error, keeps the filters, and recovers on Try Again', async (_, fail, text) => {
    let isDown = true
    const { main, user } = open(({ searchParams }) => {
      if (searchParams.get('category') && isDown) return fail()
      return { experts: [ravisCard] }
    })
    await user.click(filters().getByRole('radio', { name: 'Academic' }))
    expect(textOf(await main.findByRole('alert'))).toContain(text)
    const toast = fail === networkFailure ? 'Something went wrong while loading experts.' : ''
    await waitFor(() => expect(toastText()).toBe(toast))
    await expectAccessible(results())
    await user.click(main.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(main.getByRole('button', { name: 'Try Again' }).hasAttribute('aria-busy')).toBe(false))
    expect(filters().getByRole<HTMLInputElement>('radio', { name: 'Academic' }).checked).toBe(true)
    isDown = false
    await user.click(main.getByRole('button', { name: 'Try Again' }))
    await waitFor(() => expect(cards()).toHaveLength(1))
  })
})

type Answer = Partial<ListingPage> & { offlineMatches?: number }
type Read = (url: URL) => Answer | Promise<Answer>

let openCount = 0

/** Opens the listing with a unique search word, because results are cached per URL. */
function open(
  answer: Answer | Read,
  { filters: filterParams = '', viewer = null }: { filters?: string; viewer?: typeof asha | null } = {},
) {
  const word = `word${(openCount += 1)}`
  const startUrl = `/experts?search=${word}`
  const toListing = ({ offlineMatches = 0, ...page }: Answer): Listing => {
    const { experts = [] } = page
    const defaults = { experts, total: experts.length, next: null, correctedSearch: null, matchesSome: false }
    return { problem: null, page: { ...defaults, ...page }, offlineMatches }
  }
  const read = (request: Request) => {
    const result = typeof answer === 'function' ? answer(new URL(request.url)) : answer
    return (result instanceof Promise ? result.then(toListing) : toListing(result)) as Listing
  }
  return { ...openScreen(expertsPage, { at: `${startUrl}${filterParams}`, viewer, data: read }), word, startUrl }
}

function makeExpert(number: number): ExpertCard {
  const digits = String(number).padStart(3, '0')
  const id = `0199c0de-0000-7000-8000-000000000${digits}` as ExpertId
  return { ...ravisCard, id, name: `Expert ${digits}`, ratePaisePerMinute: paise(1_000) }
}

function makeExperts(from: number, to: number): ExpertCard[] {
  return Array.from({ length: to - from + 1 }, (_, index) => makeExpert(from + index))
}

function brokenServer(): never {
  throw new Error('500')
}

type User = ReturnType<typeof open>['user']

async function openSheet(user: User) {
  await user.click(screen.getByRole('button', { name: /^Filters/ }))
  return readElement(await screen.findByRole('dialog', { name: 'Filters' }))
}

const results = () => document.querySelector('section[aria-labelledby=results]') as HTMLElement
const cards = () => screen.getAllByRole('article')
const filters = () => readElement(screen.getByRole('complementary', { name: 'Filters' }))
const callButton = (card: HTMLElement, name: string) =>
  readElement(card).getByRole<HTMLButtonElement>('button', { name })
