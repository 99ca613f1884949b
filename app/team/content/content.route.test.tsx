import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as contentPage from '#app/team/content/content.route.tsx'
import type { CatalogueGroup } from '#domain/content/contract.ts'
import { paise } from '#kernel/money.ts'
import { optionsOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { openTeamScreen } from '#tests/team-screen.tsx'

const savedText = 'Saved. The change is now on the public pages.'

test('figures are saved with the version that was loaded', async () => {
  const { main, user, sent } = open({}, () => ({ done: savedText }))
  expect(main.field('Average earnings per week, in rupees').value).toBe('5000')
  await user.fill(main.field('Banner: experts'), '1234')
  await user.click(main.getByRole('button', { name: 'Save figures' }))
  await waitFor(() => expect(toastText()).toBe(savedText))
  expect(sent).toEqual([
    {
      to: '/team/content',
      fields: {
        act: 'figures',
        version: '7',
        totalExperts: '1234',
        successfulSessions: '9000',
        verifiedExperts: '10000',
        satisfactionPercent: '95',
        weeklyEarningsRupees: '5000',
        approvalHours: '72',
      },
    },
  ])
})

test('every figure is required', async () => {
  const { main, user, sent } = open()
  await user.clear(main.field('Approval time, in hours'))
  await user.click(main.getByRole('button', { name: 'Save figures' }))
  expect(sent).toEqual([])
})

test('a conflicting change shows its author, and the fields show the current values', async () => {
  let version = 7
  const { main, user } = open(
    () => ({
      figures: { ...defaultData.figures, totalExperts: version === 7 ? 500 : 1_234 },
      versions: { ...defaultData.versions, figures: version },
    }),
    () => {
      version = 8
      return refusedAnswer('content_changed', 'Last: content changed, by Tara Bose.')
    },
  )
  await user.fill(main.field('Banner: experts'), '9')
  await user.click(main.getByRole('button', { name: 'Save figures' }))
  expect(textOf(await main.findByRole('alert'))).toContain('by Tara Bose.')
  await waitFor(() => expect(main.field('Banner: experts').value).toBe('1234'))
})

test('categories can be reordered, and their subjects are one per line', async () => {
  const { main, user, sent } = open({}, () => ({ done: savedText }))
  expect(optionsOf(main.field('Position of Academic'))).toEqual(['1', '2'])
  expect(main.field('Order inside Academic').value).toBe('UPSC\nJEE')
  await user.selectOptions(main.field('Position of Academic'), '2')
  await user.selectOptions(main.field('Position of Skills'), '1')
  await user.type(main.field('Subjects suggested in Skills'), '\nPainting')
  await user.click(main.getByRole('button', { name: 'Save categories' }))
  await waitFor(() => expect(toastText()).toBe(savedText))
  expect(sent[0]?.fields).toEqual({
    act: 'catalogue',
    version: '4',
    group: ['academic', 'skills'],
    'place.academic': '2',
    'subcategories.academic': 'UPSC\nJEE',
    'suggestions.academic': 'Physics',
    'place.skills': '1',
    'subcategories.skills': 'Soft Skills',
    'suggestions.skills': 'Music\nPainting',
  })
})

test('questions can be added, moved and removed before saving', async () => {
  const { main, user, sent } = open({}, () => ({ done: savedText }))
  await user.click(main.getByRole('button', { name: 'Add a question' }))
  await user.fill(main.field('Question 3'), 'Is it safe?')
  await user.fill(main.field('Answer 3'), 'Yes, very.')
  await user.click(main.getByRole('button', { name: 'Move question 3 up' }))
  expect(main.field('Question 2').value).toBe('Is it safe?')
  await user.click(main.getByRole('button', { name: 'Remove question 1' }))
  await user.click(main.getByRole('button', { name: 'Save answers' }))
  await waitFor(() => expect(toastText()).toBe(savedText))
  expect(sent[0]?.fields).toEqual({
    act: 'answers',
    version: '2',
    question: ['Is it safe?', 'Who are the experts?'],
    answer: ['Yes, very.', 'Teachers.'],
  })
})

test('the first question cannot move up, and the only question cannot be removed', async () => {
  const { main, user } = open()
  expect(main.queryByRole('button', { name: 'Move question 1 up' })).toBeNull()
  await user.click(main.getByRole('button', { name: 'Remove question 2' }))
  expect(main.queryByRole('button', { name: /^Remove question/ })).toBeNull()
})

test('no more than 20 questions can be added', () => {
  const answers = Array.from({ length: 20 }, (_, index) => ({ question: `Q${index}`, answer: 'A' }))
  expect(open({ answers }).main.queryByRole('button', { name: 'Add a question' })).toBeNull()
})

test('a question without an answer is not sent, but the original texts can still be restored', async () => {
  const { main, user, sent } = open({}, () => ({ done: savedText }))
  await user.clear(main.field('Answer 1'))
  await user.click(main.getByRole('button', { name: 'Save answers' }))
  expect(sent).toEqual([])
  await user.click(main.getByRole('button', { name: 'Restore the original texts' }))
  await waitFor(() => expect(toastText()).toBe(savedText))
  expect(sent[0]?.fields).toMatchObject({ act: 'original_answers', version: '2' })
})

const defaultData: LoaderData<typeof contentPage> = {
  figures: {
    totalExperts: 500,
    successfulSessions: 9_000,
    verifiedExperts: 10_000,
    satisfactionPercent: 95,
    weeklyEarningsPaise: paise(500_000),
    approvalHours: 72,
  },
  catalogue: [
    { id: 'academic', name: 'Academic', subcategories: ['UPSC', 'JEE'], suggestions: ['Physics'] },
    { id: 'skills', name: 'Skills', subcategories: ['Soft Skills'], suggestions: ['Music'] },
  ] satisfies CatalogueGroup[],
  answers: [
    { question: 'What does it cost?', answer: '₹10 a minute.' },
    { question: 'Who are the experts?', answer: 'Teachers.' },
  ],
  versions: { figures: 7, catalogue: 4, answers: 2 },
}

type Overrides = Partial<typeof defaultData>

function open(overrides: Overrides | (() => Overrides) = {}, answer?: (sent: Sent) => unknown) {
  return openTeamScreen(contentPage, {
    at: '/team/content',
    data: () => ({ ...defaultData, ...(typeof overrides === 'function' ? overrides() : overrides) }),
    answer,
  })
}
