import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Viewer } from '#app/base/viewer.ts'
import * as homePage from '#app/discovery/home.route.tsx'
import type { OnlineFigures, Suggestions } from '#domain/discovery/contract.ts'
import { categoryGroups } from '#kernel/catalogue.ts'
import type { ExpertId } from '#kernel/ids.ts'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { stubFetch, networkFailure } from '#tests/stub-fetch.ts'
import { readElement, linksOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, now, openScreen, toastText } from '#tests/screen.tsx'
import { asha } from '#tests/viewers.ts'

describe('the banner', () => {
  test('shows its three figures', () => {
    const { main } = open()
    expect(readElement(banner()).getAllByRole('listitem').map(textOf)).toEqual([
      '1,000+ experts',
      '24/7 availability',
      '50K+ successful sessions',
    ])
    expect(main.element.contains(banner())).toBe(true)
  })

  test('leaves out figures that are zero', () => {
    open({ data: { banner: { totalExperts: 0, successfulSessions: 0 } } })
    expect(readElement(banner()).getAllByRole('listitem').map(textOf)).toEqual(['24/7 availability'])
  })

  test('can be dismissed by keyboard, and moves the focus to the heading', async () => {
    const { main, user } = open()
    main.getByRole('button', { name: 'Dismiss' }).focus()
    await user.keyboard('{Enter}')
    expect(banner().hidden).toBe(true)
    expect(document.activeElement).toBe(main.getByRole('heading', { level: 1 }))
  })

  test('stays hidden once dismissed', () => {
    localStorage.setItem('samjhao_banner', 'dismissed')
    open()
    expect(banner().hidden).toBe(true)
  })
})

test('figures that are not measured are marked as aims', () => {
  const { main } = open()
  expect(textOf(banner())).toContain('We aim for')
  const aims = main.region('What we aim for')
  expect(textOf(aims.element)).toContain('These are our goals, not measurements.')
  expect(aims.getAllByRole('listitem').map(textOf)).toEqual([
    expect.stringMatching(/^10k\+ verified experts/),
    expect.stringMatching(/^98 percent satisfaction/),
  ])
  expect(textOf(main.element)).toContain('₹5,000 a week is our goal for what an expert earns on average.')
})

test('a visitor is invited to sign up and to apply', () => {
  const { main } = open()
  expect(linksOf(main.element)).toMatchObject({ 'Sign up': '/register', 'Apply as Expert': '/expert-apply' })
})

test('Asha, who is signed in, sees no sign-up link', () => {
  const { main } = open({ viewer: asha })
  expect(main.getByRole('combobox')).toBeTruthy()
  expect(main.queryByRole('link', { name: 'Sign up' })).toBeNull()
})

test('the search box opens the listing', async () => {
  const { user, url } = open()
  await user.type(searchBox(), 'organic chemistry{Enter}')
  await waitFor(() => expect(url.current).toBe('/experts?search=organic+chemistry'))
})

describe('suggestions', () => {
  test('show experts with status, subjects and categories, and announce their count', async () => {
    const { user } = open()
    await user.fill(searchBox(), 'veena')
    const list = readElement(await screen.findByRole('listbox'))
    const listTexts = (name: string) =>
      readElement(list.getByRole('group', { name }))
        .getAllByRole('option')
        .map((option) => option.textContent)
    expect(listTexts('Experts')).toEqual([expect.stringContaining('Anu Rao'), expect.stringContaining('Uma Rao')])
    expect(listTexts('Experts')[0]).toContain('Available')
    expect(listTexts('Experts')[1]).toContain('Offline')
    expect(listTexts('Subjects')).toEqual(['Veena'])
    expect(listTexts('Categories')).toEqual(['Music'])
    expect(screen.getByText('4 suggestions').getAttribute('role')).toBe('status')
  })

  test('show subjects and categories before experts, unless a name was typed', async () => {
    const { user } = open({ answer: ({ path }) => ({ ...suggestions, isName: path.endsWith('q=uma') }) })
    const groups = () => screen.getAllByRole('group').map((group) => textOf(group.querySelector('p')))
    await user.fill(searchBox(), 'vee')
    await screen.findByRole('listbox')
    expect(groups()).toEqual(['Subjects', 'Categories', 'Experts'])
    await user.fill(searchBox(), 'uma')
    await waitFor(() => expect(groups()).toEqual(['Experts', 'Subjects', 'Categories']))
  })

  test('say when there are none, and how to search', async () => {
    const none: Suggestions = { experts: [], subjects: [], categories: [], isName: false }
    const { user, url } = open({ answer: () => none })
    await user.fill(searchBox(), 'xylophonics')
    const [visible, announced] = await screen.findAllByText('Nothing found. Press Enter to search.')
    expect([visible?.className.includes('sr-only'), announced?.getAttribute('role')]).toEqual([false, 'status'])
    expect(searchBox().getAttribute('aria-expanded')).toBe('false')
    await expectAccessible()
    await user.keyboard('{Escape}')
    expect(screen.queryByText('Nothing found. Press Enter to search.')).toBeNull()
    expect(searchBox().value).toBe('xylophonics')
    await user.fill(searchBox(), 'xylophonic')
    await screen.findAllByText('Nothing found. Press Enter to search.')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(url.current).toBe('/experts?search=xylophonic'))
  })

  test('are selected with the arrow keys and closed with Escape', async () => {
    const { user } = open()
    const box = searchBox()
    await user.fill(box, 'veena')
    const options = await screen.findAllByRole('option')
    const selected = () => options.filter((option) => option.getAttribute('aria-selected') === 'true')
    expect(box.getAttribute('aria-expanded')).toBe('true')
    expect(box.hasAttribute('aria-activedescendant')).toBe(false)
    await user.keyboard('{ArrowDown}')
    expect(selected()).toEqual([options[0]])
    expect(box.getAttribute('aria-activedescendant')).toBe(options[0]?.id)
    await user.keyboard('{ArrowUp}')
    expect(selected()).toEqual([])
    await user.keyboard('{ArrowUp}')
    expect(selected()).toEqual([options.at(-1)])
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(box.value).toBe('veena')
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('listbox')).toBeTruthy()
    await user.keyboard('{Escape}{Escape}')
    expect(box.value).toBe('')
  })

  test('lead to the experts of a subject on Enter', async () => {
    const { user, url } = open()
    await user.fill(searchBox(), 'veena')
    await screen.findAllByRole('option')
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(url.current).toBe('/experts?subjects=veena'))
  })

  test('lead to the experts of a subject on click', async () => {
    const { user, url } = open()
    await user.fill(searchBox(), 'veena')
    await user.click(await screen.findByRole('option', { name: 'Veena' }))
    await waitFor(() => expect(url.current).toBe('/experts?subjects=veena'))
  })

  test('close when the search box loses focus', async () => {
    const { user } = open()
    await user.fill(searchBox(), 'veena')
    await screen.findByRole('listbox')
    await user.tab()
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  test('of an older query never replace those of a newer query', async () => {
    const oldResponse = Promise.withResolvers<void>()
    const { user, fetched } = open({
      answer: async ({ path }) => {
        if (!path.endsWith('q=uma')) return suggestions
        await oldResponse.promise
        return { ...suggestions, experts: [offlineTeacher], subjects: [], categories: [] }
      },
    })
    await user.fill(searchBox(), 'uma')
    await waitFor(() => expect(fetched.map(({ path }) => path)).toContain('/suggestions?q=uma'))
    await user.fill(searchBox(), 'veena')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(4))
    await act(async () => oldResponse.resolve())
    expect(screen.getAllByRole('option')).toHaveLength(4)
  })

  test('are missing without a network, but the search still works', async () => {
    const { user, url, fetched } = open({ answer: networkFailure })
    await user.fill(searchBox(), 'veena')
    await waitFor(() => expect(fetched.map(({ path }) => path)).toContain('/suggestions?q=veena'))
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(url.current).toBe('/experts?search=veena'))
  })
})

describe('the categories', () => {
  const allNames = categoryGroups.flatMap<string>(({ subcategories }) => subcategories)

  test('appear eight at a time until all are shown, then collapse to eight', async () => {
    const { user } = open()
    const section = categories()
    const findMoreButton = () => section.queryByRole('button', { name: 'Show More Categories' })
    expect(tiles()).toHaveLength(8)
    expect(section.queryByRole('link', { name: 'View All Categories' })).toBeNull()
    await user.click(findMoreButton() as HTMLElement)
    await waitFor(() => expect(tiles()).toHaveLength(16))
    await user.click(findMoreButton() as HTMLElement)
    await waitFor(() => expect(tiles()).toHaveLength(allNames.length))
    expect(findMoreButton()).toBeNull()
    expect(await section.findByText('19 of 19 categories are shown')).toBeTruthy()
    expect(section.getByRole('link', { name: 'View All Categories' }).getAttribute('href')).toBe('/experts')
    const names = tiles().map((tile) => textOf(tile.querySelector('h3')))
    expect(names.toSorted()).toEqual(allNames.toSorted())
    await user.click(section.getByRole('button', { name: 'Show Less' }))
    await waitFor(() => expect(tiles()).toHaveLength(8))
  })

  test('move the focus to the first added tile', async () => {
    const { user } = open()
    await user.click(categories().getByRole('button', { name: 'Show More Categories' }))
    await waitFor(() => expect(document.activeElement?.closest('li')).toBe(tiles()[8]))
  })

  test('are grouped in tabs, which the arrow keys switch', async () => {
    const { user } = open()
    const tab = (name: string) => categories().getByRole('tab', { name })
    const expectSelected = (name: string) => waitFor(() => expect(tab(name).getAttribute('aria-selected')).toBe('true'))
    tab('Most Popular').focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(tab('Academic'))
    await expectSelected('Academic')
    expect(categories().getByRole('tabpanel', { name: 'Academic' })).toBeTruthy()
    expect(tiles().map((tile) => textOf(tile.querySelector('h3')))).toEqual([...categoryGroups[0].subcategories])
    expect(categories().getByRole('link', { name: 'View All Categories' })).toBeTruthy()
    await user.keyboard('{End}')
    await expectSelected('Professional')
    expect(tiles()).toHaveLength(8)
    await user.keyboard('{ArrowRight}')
    await expectSelected('Most Popular')
    await user.tab()
    expect(document.activeElement?.getAttribute('role')).not.toBe('tab')
  })

  test('with online experts show their count and link to them', () => {
    open({ at: '/?tab=academic' })
    const neet = getTile('NEET')
    expect(textOf(neet)).toContain('1 expert online')
    expect(textOf(neet)).toContain('rated 4.5 of 5 on average')
    expect(linksOf(neet)).toEqual({ NEET: '/experts?category=neet' })
  })

  test('without experts show Coming Soon and no link, and categories with nobody online say so', () => {
    open({ at: '/?tab=academic' })
    expect(textOf(getTile('JEE'))).toContain('Coming Soon')
    expect(linksOf(getTile('JEE'))).toEqual({})
    expect(textOf(getTile('UPSC'))).toContain('Nobody online now')
    expect(linksOf(getTile('UPSC'))).toEqual({ UPSC: '/experts?category=upsc&online=false' })
  })

  test('keep their order when the counts change', async () => {
    let online = 1
    const { main } = open({
      answer: () => ({ online, categories: [{ ...figures.categories[0], id: 'upsc', online }] }),
    })
    const before = tiles().map((tile) => textOf(tile.querySelector('h3')))
    online = 99
    await waitFor(() => expect(textOf(main.element)).toContain('1 expert online now'))
    expect(tiles().map((tile) => textOf(tile.querySelector('h3')))).toEqual(before)
  })
})

test('the online count uses Indian digit grouping and links to the listing', () => {
  const { main } = open({ answer: () => new Promise(() => undefined) })
  const online = main.getByRole('link', { name: '1,23,456 experts online now' })
  expect(online.getAttribute('href')).toBe('/experts')
})

test('the online count links to all experts when nobody is online', () => {
  const { main } = open({
    data: { figures: { ...figures, online: 0 } },
    answer: () => ({ ...figures, online: 0 }),
  })
  const link = main.getByRole('link', { name: 'Nobody is online right now: see all experts' })
  expect(link.getAttribute('href')).toBe('/experts?online=false')
})

describe('online figures that fail to load', () => {
  const problem = 'Failed to load category statistics'

  test('show one error, tiles with zero, and recover on Try Again', async () => {
    let isDown = true
    const { main, user, fetched } = open({
      at: '/?tab=academic',
      answer: () => (isDown ? networkFailure() : figures),
    })
    await waitFor(() => expect(toastText()).toBe(problem))
    expect(categories().getByText(problem)).toBeTruthy()
    const [first] = tiles()
    expect(textOf(first)).toContain('0 experts online')
    expect(linksOf(first as HTMLElement)).toEqual({
      'Homework Help': '/experts?category=homework-help&online=false',
    })
    const toast = screen.getByText(problem, { selector: '[aria-live] p' })
    const retryButton = categories().getByRole('button', { name: 'Try Again' })
    await user.click(retryButton)
    await waitFor(() => expect(fetched).toHaveLength(2))
    await waitFor(() => expect(retryButton.hasAttribute('aria-busy')).toBe(false))
    // Still the same toast: a new toast would be a new element.
    expect(screen.getByText(problem, { selector: '[aria-live] p' })).toBe(toast)
    isDown = false
    await user.click(retryButton)
    await waitFor(() => expect(categories().queryByText(problem)).toBeNull())
    expect(main.getByRole('link', { name: /online now/ })).toBeTruthy()
  })

  test('are hidden after a failed refresh of an open page, and shown again automatically', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now })
    let isDown = false
    const { main } = open({ answer: () => (isDown ? networkFailure() : figures) })
    isDown = true
    await act(async () => vi.advanceTimersByTime(31_000))
    await waitFor(() => expect(categories().getByText(problem)).toBeTruthy())
    expect(textOf(main.element)).not.toContain('online now')
    await expectAccessible()
    isDown = false
    await act(async () => vi.advanceTimersByTime(31_000))
    await waitFor(() => expect(categories().queryByText(problem)).toBeNull())
    expect(textOf(main.element)).toContain('1,23,456 experts online now')
  })
})

const onlineTeacher = {
  id: '0199c0de-0000-7000-8000-0000000000e1' as ExpertId,
  name: 'Anu Rao',
  photoUrl: null,
  title: 'Veena teacher',
  status: 'online' as const,
}
const offlineTeacher = { ...onlineTeacher, id: 'e2' as ExpertId, name: 'Uma Rao', status: 'offline' as const }
const suggestions: Suggestions = {
  experts: [onlineTeacher, offlineTeacher],
  subjects: [{ name: 'Veena', slug: 'veena' }],
  categories: [{ id: 'music', name: 'Music' }],
  isName: false,
}
const figures: OnlineFigures = {
  online: 1_23_456,
  categories: [
    { id: 'jee', online: 0, onlineRating: null, hasExperts: false },
    { id: 'upsc', online: 0, onlineRating: null, hasExperts: true },
    { id: 'neet', online: 1, onlineRating: 4.5, hasExperts: true },
  ],
}

type Setup = {
  at?: string
  viewer?: Viewer
  data?: Partial<LoaderData<typeof homePage>>
  answer?: Parameters<typeof stubFetch>[0]
}

function open({ at = '/', viewer, data, answer }: Setup = {}) {
  const fetched = stubFetch(answer ?? (({ path }) => (path.startsWith('/suggestions') ? suggestions : figures)))
  const opened = openScreen(homePage, {
    at,
    viewer,
    data: {
      claims: {
        verifiedExperts: 10_000,
        satisfactionPercent: 98,
        weeklyEarningsPaise: paise(500_000),
        approvalHours: 72,
      },
      banner: { totalExperts: 1_000, successfulSessions: 50_000 },
      catalogue: categoryGroups.map(({ id, name, subcategories }) => ({
        id,
        name,
        subcategories,
        suggestions: [],
      })),
      figures,
      ...data,
    },
  })
  return { ...opened, fetched }
}

const banner = () => screen.getByLabelText('What Samjhao aims for')
const searchBox = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Search/ })
const categories = () => readElement(screen.getByRole('region', { name: 'Popular Categories' }))
const tiles = () => categories().getAllByRole('listitem')

function getTile(name: string): HTMLElement {
  const tile = tiles().find((candidate) => candidate.querySelector('h3')?.textContent === name)
  if (!tile) throw new Error(`no tile named ${name}`)
  return tile
}
