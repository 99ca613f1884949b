import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { useRevalidator } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Viewer } from '#app/base/viewer.ts'
import { RequestButton } from '#app/discovery/expert-page/request-button.tsx'
import type { CallType } from '#domain/sessions/contract.ts'
import { paise } from '#kernel/money.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { ravisCard } from '#tests/expert-cards.ts'
import { fakeDevices } from '#tests/fake-devices.ts'
import { captureUploads } from '#tests/fake-uploads.ts'
import { factsOf, linksOf, readElement, textOf } from '#tests/read-element.ts'
import { findRequestDialog, openRequestDialog, refusal, startButton } from '#tests/request-dialog.tsx'
import { openComponent } from '#tests/screen.tsx'
import { type Fetched, networkFailure, stubFetch } from '#tests/stub-fetch.ts'
import { asha, ravi } from '#tests/viewers.ts'

const newAsha: Viewer = { ...asha, wallet: { ...asha.wallet, available: paise(0) } }

/** Answers each request to this path with the next of these answers. */
function answersOf(path: string, answers: (() => unknown)[]) {
  return (fetched: Fetched) => (fetched.path === path ? answers.shift()?.() : undefined)
}

const signedUp = () => ({ role: 'student', flash: 'registered' })
const loggedIn = () => ({ role: 'student', flash: 'logged_in' })

type Opened = Awaited<ReturnType<typeof openRequestDialog>>

async function fillAccount({ dialog, user }: Pick<Opened, 'dialog' | 'user'>): Promise<void> {
  await user.fill(dialog.field('Full Name'), 'Asha Verma')
  await user.fill(dialog.field('Email'), asha.email)
  await user.fill(dialog.field('Password'), 'quite-a-secret')
}

async function writeQuestion({ dialog, user }: Pick<Opened, 'dialog' | 'user'>): Promise<void> {
  await user.fill(dialog.field('Your question'), 'Why does ice float?')
}

async function continueToAccount(opened: Opened): Promise<void> {
  await writeQuestion(opened)
  await opened.user.click(opened.dialog.getByRole('button', { name: 'Continue' }))
  await opened.dialog.findByRole('heading', { name: 'Create an Account' })
}

describe('a new student', () => {
  test('needs three fields and four taps from the call button to the ring', async () => {
    const opened = await openRequestDialog({ viewer: null, answerOther: answersOf('/sign-up-here', [signedUp]) })
    const { dialog, user, serveViewer, bodiesOf, requests, startedCalls, devices, url } = opened
    let taps = 1
    const tap = async (name: string) => {
      taps += 1
      await user.click(await dialog.findByRole('button', { name }))
    }
    expect(textOf(dialog.element)).toContain('You need to sign up or log in to book a session')
    expect(factsOf(dialog.region('What it costs').element)).toEqual({
      Rate: '₹10/min',
      'Held at the start': 'up to ₹50 · 5 minutes',
    })
    expect(devices.constraints).toEqual([])
    await writeQuestion(opened)
    await tap('Continue')
    await dialog.findByRole('heading', { name: 'Create an Account' })
    const fields = dialog.element.querySelectorAll('input:not([type=radio]):not([type=hidden]), textarea, select')
    expect(fields).toHaveLength(3)
    expect(textOf(dialog.element)).toContain('By continuing you confirm that you are 18 or over')
    await expectAccessible()
    await fillAccount(opened)
    serveViewer(newAsha)
    // The price and the hold stay on the screen.
    expect(factsOf(dialog.region('What it costs').element)).toEqual({
      Rate: '₹10/min',
      'Held at the start': 'up to ₹50 · 5 minutes',
    })
    await tap('Create account and continue')
    await dialog.findByRole('heading', { name: 'Add money to start' })
    expect(await dialog.findByText('Registration successful! Welcome to Samjhao')).toBeTruthy()
    // The hold that will be possible after the payment.
    expect(factsOf(dialog.region('What it costs').element)).toEqual({
      Rate: '₹10/min',
      'Your balance': '₹0 · 0 minutes',
      'Held at the start': '₹50 · 5 minutes',
    })
    await tap('Add ₹100 and start audio call')
    await waitFor(() => expect(startedCalls).toMatchObject([{ sessionId: 'session-1', callType: 'audio' }]))
    expect(taps).toBe(4)
    expect(bodiesOf('/sign-up-here')).toEqual([
      { fullName: 'Asha Verma', email: asha.email, password: 'quite-a-secret', accepted: 'on' },
    ])
    expect(requests()).toMatchObject([{ question: 'Why does ice float?', expertId: ravisCard.id }])
    expect(startedCalls[0]?.media?.getTracks()).toHaveLength(1)
    expect(url.current).toBe('/expert/1')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('creates one account when the Enter key is pressed twice', async () => {
    const opened = await openRequestDialog({ viewer: null, answerOther: answersOf('/sign-up-here', [signedUp]) })
    const { user, serveViewer, dialog, bodiesOf } = opened
    await continueToAccount(opened)
    await fillAccount(opened)
    serveViewer(newAsha)
    await user.keyboard('{Enter}{Enter}')
    await dialog.findByRole('heading', { name: 'Add money to start' })
    expect(bodiesOf('/sign-up-here')).toHaveLength(1)
  })

  test('sees an error at each invalid field, and the first one gets the focus', async () => {
    const opened = await openRequestDialog({ viewer: null })
    const { dialog, user, bodiesOf } = opened
    await continueToAccount(opened)
    await waitFor(() => expect(document.activeElement).toBe(dialog.field('Full Name')))
    await user.fill(dialog.field('Full Name'), 'Asha Verma')
    await user.fill(dialog.field('Email'), 'asha at home')
    await user.fill(dialog.field('Password'), 'short')
    await user.click(dialog.getByRole('button', { name: 'Create account and continue' }))
    expect(errorAt(dialog.field('Email'))).toBe('Please enter a valid email address')
    expect(errorAt(dialog.field('Password'))).toContain('Password must be at least 6 characters')
    expect(document.activeElement).toBe(dialog.field('Email'))
    await expectAccessible()
    expect(bodiesOf('/sign-up-here')).toEqual([])
  })

  test('keeps the input when the server refuses it or cannot be reached', async () => {
    const answers = [networkFailure, () => refusal('weak_password'), () => refusal('email_taken')]
    const opened = await openRequestDialog({ viewer: null, answerOther: answersOf('/sign-up-here', answers) })
    const { dialog, user } = opened
    await continueToAccount(opened)
    await fillAccount(opened)
    const send = async () => user.click(dialog.getByRole('button', { name: 'Create account and continue' }))
    await send()
    expect(textOf(await dialog.findByRole('alert'))).toBe('Network error. Please check your connection and try again.')
    await send()
    await waitFor(() => expect(errorAt(dialog.field('Password'))).toContain('Password is too weak.'))
    expect(textOf(dialog.element)).toContain('We encountered an issue with registration.')
    await waitFor(() => expect(document.activeElement).toBe(dialog.field('Password')))
    await send()
    await waitFor(() => expect(errorAt(dialog.field('Email'))).toBe('This email address is already registered.'))
    expect(dialog.field('Full Name').value).toBe('Asha Verma')
    await user.click(dialog.getByRole('button', { name: 'Log in instead' }))
    expect(dialog.field('Email').value).toBe(asha.email)
    await user.click(dialog.getByRole('button', { name: 'Back to your question' }))
    expect(dialog.field('Your question').value).toBe('Why does ice float?')
  })

  test('is asked for confirmation before a half-filled account form is lost', async () => {
    const opened = await openRequestDialog({ viewer: null })
    const { dialog, user } = opened
    await continueToAccount(opened)
    await user.fill(dialog.field('Full Name'), 'Asha Verma')
    await user.keyboard('{Escape}')
    const question = await findRequestDialog('Leave without signing up?')
    await user.click(question.getByRole('button', { name: 'Keep writing' }))
    expect(dialog.field('Full Name').value).toBe('Asha Verma')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const reopened = await opened.openDialog()
    expect(reopened.field('Your question').value).toBe('Why does ice float?')
  })

  test('can add a file first, which is uploaded after the sign-up', async () => {
    const uploads = captureUploads()
    const opened = await openRequestDialog({ viewer: null, answerOther: answersOf('/sign-up-here', [signedUp]) })
    const { dialog, user, serveViewer, requests } = opened
    const field = readElement(dialog.getByRole('group', { name: 'File for your question' }))
    await user.upload(
      field.element.querySelector('input') as HTMLInputElement,
      new File(['x'], 'page.png', { type: 'image/png' }),
    )
    await field.findByText('page.png is added')
    expect(uploads).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await waitFor(() => dialog.field('Full Name'))
    await fillAccount(opened)
    serveViewer(asha)
    await user.click(dialog.getByRole('button', { name: 'Create account and continue' }))
    await waitFor(() => expect(uploads).toHaveLength(1))
    const stored = { key: 'questions/x', name: 'page.png', type: 'image/webp' }
    act(() => uploads[0]?.answer({ file: stored }))
    await waitFor(() => expect(document.activeElement).toBe(startButton()))
    await user.click(startButton())
    await waitFor(() => expect(requests()).toMatchObject([{ file: stored }]))
  })
})

describe('a returning student', () => {
  test('needs only the question and one tap when money and devices are ready', async () => {
    const opened = await openRequestDialog()
    await opened.dialog.findByText('Your microphone works')
    await writeQuestion(opened)
    await opened.user.click(startButton())
    await waitFor(() => expect(opened.startedCalls).toHaveLength(1))
  })

  test('logs in inside the dialog and skips the payment', async () => {
    const answers = [() => refusal('invalid_credentials'), () => refusal('code_needed'), loggedIn]
    const opened = await openRequestDialog({ viewer: null, answerOther: answersOf('/log-in-here', answers) })
    const { dialog, user, serveViewer, bodiesOf, startedCalls } = opened
    await continueToAccount(opened)
    await user.click(dialog.getByRole('button', { name: 'I already have an account' }))
    await user.fill(dialog.field('Email'), asha.email)
    await user.fill(dialog.field('Password'), 'quite-a-secret')
    const send = async () => user.click(dialog.getByRole('button', { name: 'Log in and continue' }))
    await send()
    expect(textOf(await dialog.findByRole('alert'))).toContain('Unable to log in with the provided credentials.')
    await send()
    await user.fill(await waitFor(() => dialog.field('Code')), '123456')
    serveViewer(asha)
    await send()
    expect(await dialog.findByText('Login successful! Welcome back.')).toBeTruthy()
    expect(bodiesOf('/log-in-here').at(-1)).toEqual({ email: asha.email, password: 'quite-a-secret', code: '123456' })
    await waitFor(() => expect(document.activeElement).toBe(startButton()))
    await user.click(startButton())
    await waitFor(() => expect(startedCalls).toHaveLength(1))
  })

  test('gets a link to the other ways to log in, which leads back to this page', async () => {
    const opened = await openRequestDialog({ viewer: null })
    await continueToAccount(opened)
    await opened.user.click(opened.dialog.getByRole('button', { name: 'I already have an account' }))
    expect(linksOf(opened.dialog.element)['Use a passkey or reset the password']).toBe('/login?redirect=%2Fexpert%2F1')
  })

  test('cannot request a session with the account of an expert', async () => {
    const opened = await openRequestDialog({
      viewer: null,
      answerOther: answersOf('/log-in-here', [() => ({ role: 'expert', flash: 'logged_in' })]),
    })
    const { dialog, user, serveViewer, requests } = opened
    await continueToAccount(opened)
    await user.click(dialog.getByRole('button', { name: 'I already have an account' }))
    await user.fill(dialog.field('Email'), ravi.email)
    await user.fill(dialog.field('Password'), 'quite-a-secret')
    serveViewer(ravi)
    await user.click(dialog.getByRole('button', { name: 'Log in and continue' }))
    expect(await dialog.findByText('Only students can request sessions.')).toBeTruthy()
    expect(requests()).toEqual([])
  })
})

describe('the question', () => {
  const openLater = async (viewer: Viewer | null) => {
    cleanup()
    return openRequestDialog({ viewer })
  }

  test('of a visitor is kept after a reload, in another tab, and after signing in on another page', async () => {
    await writeQuestion(await openRequestDialog({ viewer: null }))
    expect((await openLater(null)).dialog.field('Your question').value).toBe('Why does ice float?')
    expect((await openLater(asha)).dialog.field('Your question').value).toBe('Why does ice float?')
  })

  test('of an account is not shown to other accounts or after a logout', async () => {
    await writeQuestion(await openRequestDialog())
    expect((await openLater({ ...asha, id: 'another' })).dialog.field('Your question').value).toBe('')
    await writeQuestion(await openLater(asha))
    // A visitor, in a browser in which an account was signed in before.
    expect((await openLater(null)).dialog.field('Your question').value).toBe('')
    expect((await openLater(asha)).dialog.field('Your question').value).toBe('')
  })

  test('is kept for a day', async () => {
    await writeQuestion(await openRequestDialog())
    const stored = JSON.parse(localStorage.getItem('samjhao:question') ?? '')
    localStorage.setItem('samjhao:question', JSON.stringify({ ...stored, savedAt: stored.savedAt - 86_400_001 }))
    expect((await openLater(asha)).dialog.field('Your question').value).toBe('')
  })

  test('is forgotten after the call has started', async () => {
    const opened = await openRequestDialog()
    await writeQuestion(opened)
    await opened.user.click(startButton())
    await waitFor(() => expect(opened.startedCalls).toHaveLength(1))
    expect((await openLater(asha)).dialog.field('Your question').value).toBe('')
  })
})

describe('returning', () => {
  test('to the page opens the dialog of a visitor who has signed in on another page', async () => {
    await writeQuestion(await openRequestDialog({ viewer: null, callType: 'video' }))
    cleanup()
    openComponent(<p>Any page</p>, { at: '/expert/1', viewer: asha })
    const dialog = await findRequestDialog()
    expect(dialog.field('Your question').value).toBe('Why does ice float?')
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Video call' }).checked).toBe(true)
  })

  test.each([
    ['a student', asha],
    ['a visitor', null],
  ])('after a reload opens the dialog of %s with the changed choices and text', async (_who, viewer) => {
    const { dialog, user } = await openRequestDialog({ viewer, callType: 'video' })
    await user.fill(dialog.field('Your question'), 'First')
    await user.click(dialog.getByRole('radio', { name: 'Audio call' }))
    await user.fill(dialog.field('Your question'), 'Second')
    cleanup()
    openComponent(<p>Any page</p>, { at: '/expert/1', viewer })
    const reopened = await findRequestDialog()
    expect(reopened.getByRole<HTMLInputElement>('radio', { name: 'Audio call' }).checked).toBe(true)
    expect(reopened.field('Your question').value).toBe('Second')
  })

  test('from a login without a return path leads to the page and its dialog', async () => {
    const opened = await openRequestDialog({ viewer: null, callType: 'video' })
    await writeQuestion(opened)
    cleanup()
    const { serveViewer, url, user } = openComponent(<Revalidate />, { at: '/user/profile', viewer: null })
    serveViewer(asha)
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await waitFor(() => expect(url.current).toBe('/expert/1'))
    expect((await findRequestDialog()).field('Your question').value).toBe('Why does ice float?')
  })

  test.each([
    ['not JSON', () => 'opened'],
    ['not a request', () => '{"openedAt":1777777777777}'],
    ['an expert without a price', (stored: string) => stored.replace('"ratePaisePerMinute"', '"rate"')],
    ['another call type', (stored: string) => stored.replace('"audio"', '"letter"')],
    ['the address of another host', (stored: string) => stored.replace('"/expert/1"', '"//evil.example"')],
  ])('ignores the stored value of the tab when it is %s', async (_what, change) => {
    const opened = await openRequestDialog()
    await writeQuestion(opened)
    const stored = sessionStorage.getItem('samjhao:open-request') ?? ''
    cleanup()
    sessionStorage.setItem('samjhao:open-request', change(stored))
    expect(sessionStorage.getItem('samjhao:open-request')).not.toBe(stored)
    const { url } = openComponent(<p>Any page</p>, { at: '/expert/1', viewer: asha })
    expect(await screen.findByText('Any page')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(url.current).toBe('/expert/1')
  })

  test('after closing the dialog does not open it again', async () => {
    const opened = await openRequestDialog()
    await writeQuestion(opened)
    await opened.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    cleanup()
    openComponent(<p>Any page</p>, { at: '/expert/1', viewer: asha })
    expect(sessionStorage.getItem('samjhao:open-request')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('from a login without JavaScript repeats the request once', async () => {
    fakeDevices()
    stubFetch(() => ({ dailyLimit: null, spentToday: 0 }))
    window.history.replaceState(null, '', '/expert/details/1?request=video')
    const request = (callType: CallType) => (
      <RequestButton expert={ravisCard} status="online" callType={callType} takesBookings>
        {callType}
      </RequestButton>
    )
    const buttons = (
      <>
        {request('audio')}
        {request('video')}
      </>
    )
    openComponent(buttons, { at: '/expert/details/1', viewer: asha })
    const dialog = await findRequestDialog()
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Video call' }).checked).toBe(true)
    expect(window.location.search).toBe('')
    window.history.replaceState(null, '', '/')
  })
})

/** Acts like a form whose response changes the viewer. */
function Revalidate() {
  const { revalidate } = useRevalidator()
  return (
    <button type="button" onClick={() => void revalidate()}>
      Log in
    </button>
  )
}

/** The description of a field, which contains its error. */
function errorAt(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => textOf(document.getElementById(id))).join(' ')
}
