import { cleanup, screen, waitFor } from '@testing-library/react'
import { useContext } from 'react'
import { expect, test, vi } from 'vitest'
import { type AnyoneRequestDraft, OpenRequestContext } from '#app/experts/open-request-context.ts'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { fakeDevices } from '#tests/fake-devices.ts'
import { factsOf, optionsOf, textOf } from '#tests/read-element.ts'
import { findRequestDialog, goBack, refusal } from '#tests/request-dialog.tsx'
import { openComponent } from '#tests/screen.tsx'
import { stubFetch } from '#tests/stub-fetch.ts'
import { asha } from '#tests/viewers.ts'

test('"Find somebody now" asks for any language at the usual price at first', async () => {
  const { dialog, user, requests, found, devices } = await openAnyoneRequest()
  expect(dialog.field('Language').value).toBe('')
  expect(optionsOf(dialog.field('Language')).slice(0, 3)).toEqual(['Any language', 'English', 'Hindi'])
  expect(dialog.field('Highest price per minute').value).toBe('10')
  expect(factsOf(dialog.region('What it costs').element)).toEqual({
    Rate: 'up to ₹10/min',
    'Your balance': '₹500 · 50 minutes',
    'Held at the start': '₹50 · 5 minutes',
  })
  await expectAccessible()
  await user.fill(dialog.field('Your question'), 'Why does ice float?')
  await user.click(dialog.getByRole('button', { name: 'Find somebody now' }))
  await waitFor(() =>
    expect(found).toEqual([{ requestId: 'request-1', callType: 'video', media: expect.any(MediaStream) }]),
  )
  // The request has taken over the open devices.
  expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['live', 'live'])
  expect(requests()).toEqual([
    {
      id: expect.any(String),
      callType: 'video',
      question: 'Why does ice float?',
      file: null,
      language: null,
      maxRatePaisePerMinute: 1_000,
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a student chooses a language and the highest price, and sees what is held', async () => {
  const { dialog, user, requests } = await openAnyoneRequest({ question: 'Ice?', maxRatePaisePerMinute: paise(2_000) })
  await user.selectOptions(dialog.field('Language'), 'Hindi')
  await user.fill(dialog.field('Highest price per minute'), '25')
  expect(factsOf(dialog.region('What it costs').element)).toMatchObject({
    Rate: 'up to ₹25/min',
    'Held at the start': '₹125 · 5 minutes',
  })
  await user.click(dialog.getByRole('button', { name: 'Find somebody now' }))
  await waitFor(() => expect(requests()).toMatchObject([{ language: 'Hindi', maxRatePaisePerMinute: 2_500 }]))
})

test('a changed question, language and price are kept after a reload', async () => {
  const { dialog, user } = await openAnyoneRequest({ question: 'Ice?' })
  await user.fill(dialog.field('Your question'), 'Why does ice float?')
  await user.selectOptions(dialog.field('Language'), 'Hindi')
  await user.fill(dialog.field('Highest price per minute'), '25')
  cleanup()
  openComponent(<p>Any page</p>, { viewer: asha })
  const reopened = await findRequestDialog('Find somebody now')
  expect(reopened.field('Your question').value).toBe('Why does ice float?')
  expect(reopened.field('Language').value).toBe('Hindi')
  expect(reopened.field('Highest price per minute').value).toBe('25')
})

test.each(['', '0', '501', 'ten'])('the price "%s" is refused at its field', async (price) => {
  const { dialog, user, requests } = await openAnyoneRequest({ question: 'Ice?' })
  const field = dialog.field('Highest price per minute')
  await user.fill(field, price || ' ')
  await user.click(dialog.getByRole('button', { name: /^Find somebody now/ }))
  expect(textOf(dialog.element)).toContain('Please enter a price from ₹1 to ₹500')
  expect(document.activeElement).toBe(field)
  expect(requests()).toEqual([])
})

test('a refusal stays in the dialog', async () => {
  const { dialog, user } = await openAnyoneRequest({ question: 'Ice?' }, () => refusal('too_many_rings'))
  await user.click(dialog.getByRole('button', { name: /^Find somebody now/ }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  expect(dialog.field('Your question').value).toBe('Ice?')
})

async function openAnyoneRequest(
  draft: Partial<AnyoneRequestDraft> = {},
  answer: () => unknown = () => ({ requestId: 'request-1' }),
) {
  const devices = fakeDevices()
  vi.spyOn(history, 'back').mockImplementation(goBack)
  const found: unknown[] = []
  const fetched = stubFetch(({ method }) => (method === 'GET' ? { dailyLimit: null, spentToday: 0 } : answer()))
  const opened = openComponent(<AnyoneButton draft={{ target: 'anyone', callType: 'video', ...draft }} />, {
    viewer: asha,
    showRequest: (request) => void found.push(request),
  })
  await opened.user.click(screen.getByRole('button', { name: 'Find' }))
  const dialog = await findRequestDialog('Find somebody now')
  const requests = () => fetched.filter(({ path }) => path === '/find-request').map(({ body }) => body)
  return { ...opened, dialog, found, devices, requests }
}

function AnyoneButton({ draft }: { draft: AnyoneRequestDraft }) {
  const openRequest = useContext(OpenRequestContext)
  return (
    <button type="button" onClick={() => openRequest?.(draft)}>
      Find
    </button>
  )
}
