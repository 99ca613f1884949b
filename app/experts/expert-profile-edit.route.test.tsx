import { screen, waitFor } from '@testing-library/react'
import { data, redirect } from 'react-router'
import { describe, expect, test } from 'vitest'
import * as editPage from '#app/experts/expert-profile-edit.route.tsx'
import type { CatalogueGroup } from '#domain/content/contract.ts'
import type { OwnExpert } from '#domain/experts/contract.ts'
import type { OnboardingState } from '#domain/experts/states.ts'
import { paise } from '#kernel/money.ts'
import { ravisProfile } from '#tests/expert-cards.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { errorResponse } from '#tests/error-response.ts'
import { readElement, linksOf, textOf } from '#tests/read-element.ts'
import { openScreen, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { ravi } from '#tests/viewers.ts'

describe('key subjects', () => {
  test('are limited to three, and a fourth is refused until another is removed', async () => {
    const { user } = open(beginner)
    await chooseCategory(user, 'Academic')
    expect(textOf(subjectGroup().element)).toContain('0 of 3 chosen')
    for (const name of ['Mathematics', 'Physics', 'Chemistry']) await user.click(checkbox(name))
    expect(textOf(subjectGroup().element)).toContain('3 of 3 chosen')
    expect([addButton().disabled, ownSubjectInput().disabled]).toEqual([true, true])
    await user.click(checkbox('Biology'))
    await waitFor(() => expect(toastText()).toBe('You can only select 3 subjects maximum.'))
    expect(checkbox('Biology').checked).toBe(false)
    await user.click(checkbox('Physics'))
    expect([addButton().disabled, ownSubjectInput().disabled]).toEqual([false, false])
  })

  test('can be custom, added by button or Enter; empty text and duplicates are ignored', async () => {
    const { user } = open(beginner)
    await chooseCategory(user, 'Academic')
    await user.fill(ownSubjectInput(), '  Vedic   maths ')
    await user.click(addButton())
    expect(listOwnSubjects()).toEqual(['Vedic maths'])
    expect(ownSubjectInput().value).toBe('')
    expect(document.activeElement).toBe(ownSubjectInput())
    for (const ignored of ['', '   ', 'vedic MATHS']) {
      await user.fill(ownSubjectInput(), ignored)
      await user.keyboard('{Enter}')
      expect(ownSubjectInput().value).toBe('')
      expect(textOf(subjectGroup().element)).toContain('1 of 3 chosen')
    }
    await user.fill(ownSubjectInput(), 'physics')
    await user.keyboard('{Enter}')
    expect(checkbox('Physics').checked).toBe(true)
    expect(textOf(subjectGroup().element)).toContain('2 of 3 chosen')
    await user.fill(ownSubjectInput(), 'Origami')
    await user.keyboard('{Enter}')
    expect(addButton().disabled).toBe(true)
    await expectAccessible(subjectGroup().element)
    await user.click(subjectGroup().getByRole('button', { name: 'Remove Vedic maths' }))
    expect(listOwnSubjects()).toEqual(['Origami'])
    expect(addButton().disabled).toBe(false)
  })
})

describe('the category', () => {
  test('allows three subcategories and refuses a fourth', async () => {
    const { user } = open()
    expect(textOf(subcategoryGroup().element)).toContain('3 of 3 chosen')
    await user.click(subcategoryGroup().getByRole('checkbox', { name: 'UPSC' }))
    await waitFor(() => expect(toastText()).toBe('You can only select 3 subcategories.'))
    const upsc = subcategoryGroup().getByRole<HTMLInputElement>('checkbox', { name: 'UPSC' })
    expect(upsc.checked).toBe(false)
  })

  test('clears subcategories and subjects when changed, and when changed back', async () => {
    const { user } = open()
    expect(textOf(subjectGroup().element)).toContain('2 of 3 chosen')
    await chooseCategory(user, 'Skills')
    expect(textOf(subcategoryGroup().element)).toContain('0 of 3 chosen')
    expect(textOf(subjectGroup().element)).toContain('0 of 3 chosen')
    await chooseCategory(user, 'Academic')
    expect([checkbox('Physics').checked, checkbox('JEE').checked]).toEqual([false, false])
  })

  test('is submitted with its subcategories and with suggested and custom subjects', async () => {
    const { main, user, sent } = open(ravisExpert, () => redirect('/expert/profile'))
    await chooseCategory(user, 'Skills')
    for (const name of ['Soft Skills', 'Creative Skills', 'Language Learning', 'Music'])
      await user.click(checkbox(name))
    await user.fill(ownSubjectInput(), 'Tabla')
    await user.keyboard('{Enter}')
    await user.click(main.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields).toMatchObject({
      category: 'skills',
      'subcategories.skills': ['Soft Skills', 'Creative Skills', 'Language Learning'],
      'keySubjects.skills': 'Music',
      ownSubjects: ['Tabla', ''],
      title: 'Physics teacher',
    })
  })
})

describe('languages', () => {
  test('consist of the first and up to five other languages, and are submitted together', async () => {
    const { main, user, sent } = open(ravisExpert, () => redirect('/expert/profile'))
    expect(main.field('Spoken Language').value).toBe('Hindi')
    expect(textOf(languageGroup().element)).toContain('1 of 5 chosen')
    await user.click(checkbox('Tamil'))
    await user.click(main.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.fields).toMatchObject({ language: 'Hindi', moreLanguages: ['English', 'Tamil'] })
  })

  test('above the limit show an error immediately and are not submitted', async () => {
    const { main, user, sent } = open()
    for (const name of ['Tamil', 'Telugu', 'Bengali', 'Marathi', 'Urdu']) await user.click(checkbox(name))
    expect(textOf(languageGroup().element)).toContain('6 of 5 chosen')
    expect(textOf(languageGroup().element)).toContain('You can only select 5 other languages.')
    await expectAccessible(languageGroup().element)
    await user.click(main.getByRole('button', { name: 'Save Changes' }))
    expect(document.activeElement).toBe(checkbox('English'))
    expect(sent).toEqual([])
    await user.click(checkbox('Urdu'))
    expect(textOf(languageGroup().element)).not.toContain('You can only select')
  })
})

describe('saving', () => {
  test('an incomplete form shows every problem and focuses the first', async () => {
    const { main, user, sent } = open(beginner)
    await user.fill(main.field('Phone Number'), '12')
    await user.click(main.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(toastText()).toBe('Please enter a valid phone number'))
    expect(document.activeElement).toBe(main.field('Phone Number'))
    expect(textOf(main.element)).toContain('Please choose a category')
    expect(main.field('Professional Title').getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
  })

  test('too few subcategories shows how many are needed', async () => {
    const { main, user } = open({ ...ravisExpert, subcategories: ['JEE'] })
    await user.click(main.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(toastText()).toBe('Please select exactly 3 subcategories to proceed.'))
  })

  test.each([
    [
      'a network failure',
      networkFailure,
      'Failed to update profile: Network error. Please check your connection and try again.',
    ],
    [
      'an expired sign-in',
      () => {
        const { data: body } = refusedAnswer('not_signed_in')
        return data({ refusal: { ...body.refusal, text: 'User not authenticated' } }, { status: 401 })
      },
      'Failed to update profile: User not authenticated',
    ],
  ])('after %s shows the error and keeps the input', async (_, answer, text) => {
    const { main, user } = open(ravisExpert, answer)
    await user.fill(main.field('Professional Title'), 'Teacher of everything')
    await user.click(main.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(toastText()).toBe(text))
    expect(textOf(await main.findByRole('alert'))).toBe(text)
    expect(main.field('Professional Title').value).toBe('Teacher of everything')
    await expectAccessible(main.getByRole('alert'))
  })

  test('keeps the input when the profile changed in another tab, and offers the newer version', async () => {
    let stored = { expert: ravisExpert, version: 'v1', onboarding: null, catalogue }
    const { main, user, sent } = openScreen(editPage, {
      at: '/expert/profile/edit',
      viewer: ravi,
      data: () => stored,
      answer: () => {
        const number = sent.length + 1
        stored = { ...stored, expert: { ...ravisExpert, title: `Title ${number}` }, version: `v${number}` }
        return refusedAnswer('profile_changed')
      },
    })
    const save = () => main.getByRole('button', { name: 'Save Changes' })
    await user.fill(main.field('Professional Title'), 'Teacher of everything')
    await user.click(save())
    await user.click(await main.findByRole('button', { name: 'Keep what I entered' }))
    expect(main.field('Professional Title').value).toBe('Teacher of everything')
    expect(main.queryByRole('alert')).toBeNull()
    expect(document.activeElement).toBe(save())
    await user.click(save())
    const show = await main.findByRole('button', { name: 'Show the newer version' })
    expect(sent.map(({ fields }) => fields.version)).toEqual(['v1', 'v2'])
    await expectAccessible()
    await user.click(show)
    expect(main.field('Professional Title').value).toBe('Title 3')
    expect(document.activeElement).toBe(main.field('Full Name'))
    expect(main.queryByRole('alert')).toBeNull()
    expect(main.queryByRole('button', { name: 'Show the newer version' })).toBeNull()
  })

  test('asks for confirmation before unsaved changes are lost', async () => {
    const { main, user, url } = open()
    await user.fill(main.field('Professional Title'), 'Teacher of everything')
    await user.click(main.getByRole('link', { name: 'Cancel' }))
    const dialog = readElement(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await user.click(dialog.getByRole('button', { name: 'Stay here' }))
    expect(url.current).toBe('/expert/profile/edit')
    expect(main.field('Professional Title').value).toBe('Teacher of everything')
    await user.click(main.getByRole('link', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(url.current).toBe('/expert/profile'))
  })

  test('asks for no confirmation when there are no changes', async () => {
    const { main, user, url } = open()
    await user.click(main.getByRole('link', { name: 'Cancel' }))
    await waitFor(() => expect(url.current).toBe('/expert/profile'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a form that fails to load', () => {
  test.each([
    [
      'without a network',
      new TypeError('Failed to fetch'),
      'Failed to fetch profile: Network error. Please check your connection and try again.',
    ],
    [
      'after a server error',
      errorResponse(502, 'Bad Gateway', 'Bad Gateway'),
      'An unexpected error occurred while fetching profile data.',
    ],
  ])('%s shows the reason and loads on Try Again', async (_, error, text) => {
    const { main, user } = openScreen(editPage, {
      at: '/expert/profile/edit',
      viewer: ravi,
      data: { expert: ravisExpert, version: 'v1', onboarding: null, catalogue },
      error,
    })
    expect(textOf(main.getByRole('alert'))).toBe(text)
    await expectAccessible()
    await user.click(main.getByRole('button', { name: 'Try Again' }))
    expect(await main.findByRole('heading', { level: 1, name: 'Edit Expert Profile' })).toBeTruthy()
  })
})

test('a new expert sees what is done, what to do and what waits for the team', async () => {
  const onboarding: OnboardingState = {
    terms: 'done',
    photo: 'open',
    profile: 'open',
    devices: 'open',
    identity: 'waiting',
    hours: 'waiting',
    bank: 'waiting',
  }
  const { main } = openScreen(editPage, {
    at: '/expert/profile/edit',
    viewer: ravi,
    data: { expert: { ...beginner, approval: 'pending' }, version: 'v1', onboarding, catalogue },
  })
  const checklist = main.region('Your first steps')
  expect(textOf(checklist.element)).toContain('1 of 7 done. Our team checks your account and approves it.')
  expect(checklist.getAllByRole('listitem').map(textOf)).toEqual([
    'Terms The terms for experts. Done',
    'Photo Students ask sooner when they see you. To do',
    'Profile Fill in every field, and save. To do',
    'Camera and microphone Try them in a test call with yourself. To do',
    'Identity Our team checks it, and writes to you if something is missing. Waiting',
    'Hours You publish them once your account is approved. Waiting',
    'Bank account You enter it with your first withdrawal, once your account is approved. Waiting',
  ])
  // The photo and the profile are on this page already.
  expect(linksOf(checklist.element)).toEqual({ 'Camera and microphone': '/expert/test-call' })
  await expectAccessible()
})

test('the approval turns the waiting steps of an expert into links', () => {
  const onboarding: OnboardingState = {
    terms: 'done',
    photo: 'done',
    profile: 'done',
    devices: 'done',
    identity: 'done',
    hours: 'open',
    bank: 'open',
  }
  const { main } = openScreen(editPage, {
    at: '/expert/profile/edit',
    viewer: ravi,
    data: { expert: ravisExpert, version: 'v1', onboarding, catalogue },
  })
  const checklist = main.region('Your first steps')
  expect(textOf(checklist.element)).toContain('5 of 7 done. Your account is approved.')
  expect(linksOf(checklist.element)).toEqual({
    Hours: '/expert/schedule#hours',
    'Bank account': '/expert/wallet#withdraw-funds',
  })
})

test('an expert who has done everything sees no checklist', () => {
  const { main } = open()
  expect(main.queryByRole('region', { name: 'Your first steps' })).toBeNull()
})

test('a visitor gets a login link that leads back here', () => {
  const { main } = openScreen(editPage, {
    at: '/expert/profile/edit',
    data: { expert: null, version: '', onboarding: null, catalogue },
  })
  expect(linksOf(main.element)['Log In']).toBe('/login?redirect=/expert/profile/edit')
})

const catalogue: CatalogueGroup[] = [
  {
    id: 'academic',
    name: 'Academic',
    subcategories: ['Homework Help', 'UPSC', 'JEE', 'NEET'],
    suggestions: ['Mathematics', 'Physics', 'Chemistry', 'Biology'],
  },
  {
    id: 'skills',
    name: 'Skills',
    subcategories: ['Soft Skills', 'Technical Skills', 'Creative Skills', 'Language Learning'],
    suggestions: ['Music', 'Public Speaking'],
  },
]
const ravisExpert: OwnExpert = {
  ...ravisProfile,
  keySubjects: ['Physics', 'Mathematics'],
  rating: null,
  reviews: 0,
  sessions: 0,
  walletBalancePaise: paise(0),
}
const beginner: OwnExpert = {
  ...ravisExpert,
  title: null,
  category: null,
  subcategories: [],
  keySubjects: [],
  highestDegree: null,
  brief: null,
  isComplete: false,
}

function open(expert = ravisExpert, answer?: (sent: Sent) => unknown) {
  const at = '/expert/profile/edit'
  return openScreen(editPage, {
    at,
    viewer: ravi,
    data: { expert, version: 'v1', onboarding: null, catalogue },
    answer,
  })
}

type User = ReturnType<typeof open>['user']

const chooseCategory = (user: User, name: string) =>
  user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), name)
const subcategoryGroup = () => readElement(screen.getByRole('group', { name: /^Subcategories/ }))
const languageGroup = () => readElement(screen.getByRole('group', { name: /^Other languages/ }))
const subjectGroup = () => readElement(screen.getByRole('group', { name: /^Key subjects/ }))
const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const ownSubjectInput = () => screen.getByLabelText<HTMLInputElement>('Add your own subject')
const addButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add' })
const listOwnSubjects = () =>
  readElement(subjectGroup().getByRole('list', { name: 'Your own subjects' }))
    .getAllByRole('listitem')
    .map(textOf)
