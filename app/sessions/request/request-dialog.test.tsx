import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { pictureUnchangedMaxBytes } from '#kernel/limits.ts'
import { paise } from '#kernel/money.ts'
import { Refusal } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { ravisCard } from '#tests/expert-cards.ts'
import { captureUploads } from '#tests/fake-uploads.ts'
import { factsOf, readElement, textOf } from '#tests/read-element.ts'
import { goBack, openRequestDialog, refusal, startButton } from '#tests/request-dialog.tsx'
import { toastText } from '#tests/screen.tsx'
import { networkFailure } from '#tests/stub-fetch.ts'
import { asha } from '#tests/viewers.ts'

test.each([
  ['audio', 'Audio call'],
  ['video', 'Video call'],
] as const)('the %s button opens the dialog with that call type', async (callType, label) => {
  const { dialog } = await openRequestDialog({ callType })
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: label }).checked).toBe(true)
  expect(startButton().textContent).toBe(`Start ${callType} call · ₹10/min`)
})

describe('the cost section', () => {
  test('shows the rate, the balance in minutes and the first hold', async () => {
    const { dialog } = await openRequestDialog()
    const costs = dialog.region('What it costs').element
    expect(factsOf(costs)).toEqual({
      Rate: '₹10/min',
      'Your balance': '₹500 · 50 minutes',
      'Held at the start': '₹50 · 5 minutes',
    })
    expect(textOf(dialog.element)).toContain('a call of under 30 seconds costs nothing')
    expect(textOf(dialog.element)).toContain(
      'You can have 3 such free calls a day with one expert, and 10 with all experts together.',
    )
  })

  test('updates with the wallet while the dialog is open', async () => {
    const { dialog, live } = await openRequestDialog()
    act(() => live.publish(`wallet:${asha.id}`, { ...asha.wallet, available: paise(1_500) }))
    await waitFor(() => expect(factsOf(dialog.region('What it costs').element)['Your balance']).toBe('₹15 · 1 minute'))
  })

  test('applies the student’s daily limit and says so', async () => {
    const { dialog } = await openRequestDialog({ spending: { dailyLimit: paise(1_500), spentToday: paise(0) } })
    const costs = dialog.region('What it costs').element
    await waitFor(() => expect(textOf(costs)).toContain('Your daily limit allows no more than this today.'))
    expect(factsOf(costs)['Your balance']).toBe('₹500 · 1 minute')
  })

  test('sends no request when the daily limit is reached', async () => {
    const { dialog, user, requests } = await openRequestDialog({
      spending: { dailyLimit: paise(500), spentToday: paise(0) },
    })
    await waitFor(() => expect(textOf(dialog.element)).toContain('Your daily limit is reached.'))
    await user.fill(dialog.field('Your question'), 'Shall I?')
    await user.click(startButton())
    expect(textOf(await dialog.findByRole('alert'))).toBe('That is above your daily spending limit.')
    expect(requests()).toEqual([])
  })
})

describe('the question', () => {
  test('is required unless there is a file: the field shows the error and gets the focus', async () => {
    const { dialog, user, requests } = await openRequestDialog()
    const field = dialog.field('Your question')
    await user.click(startButton())
    expect(textOf(dialog.element)).toContain('Please enter a question or upload a file')
    expect(document.activeElement).toBe(field)
    await user.fill(field, '   ')
    await user.click(startButton())
    const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => textOf(document.getElementById(id))).join(' ')).toContain(
      'Please enter a question or upload a file',
    )
    await user.fill(field, 'Why does a spinning top not fall over?')
    expect(textOf(dialog.element)).not.toContain('Please enter a question or upload a file')
    expect(requests()).toEqual([])
  })

  test('is sent to the expert, and the call starts with the open devices', async () => {
    const { dialog, user, requests, startedCalls, devices } = await openRequestDialog({ callType: 'video' })
    await dialog.findByText('Your microphone works')
    await user.fill(dialog.field('Your question'), 'Why does ice float?')
    await user.click(startButton())
    await waitFor(() => expect(toastText()).toBe('Request sent to Ravi Nair'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requests()).toEqual([
      {
        id: expect.any(String),
        expertId: ravisCard.id,
        ratePaisePerMinute: 1_000,
        callType: 'video',
        question: 'Why does ice float?',
        file: null,
      },
    ])
    expect(startedCalls).toMatchObject([{ sessionId: 'session-1', callType: 'video', expertName: 'Ravi Nair' }])
    expect(startedCalls[0]?.media?.getTracks()).toEqual(devices.tracks)
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['live', 'live'])
  })

  test('stays after a refusal or network error, and is retried with the same id', async () => {
    const answers = [networkFailure, () => refusal('expert_offline'), () => ({ sessionId: 'session-1' })]
    const { dialog, user, requests } = await openRequestDialog({ answer: () => answers.shift()?.() })
    await user.fill(dialog.field('Your question'), 'Is light a wave?')
    await user.click(startButton())
    const alert = await dialog.findByRole('alert')
    expect(textOf(alert)).toBe('Network error. Please check your connection and try again.')
    await user.click(startButton())
    await waitFor(() => expect(textOf(dialog.getByRole('alert'))).toBe(new Refusal('expert_offline').message))
    await expectAccessible()
    expect(dialog.field('Your question').value).toBe('Is light a wave?')
    await user.click(startButton())
    await waitFor(() => expect(toastText()).toBe('Request sent to Ravi Nair'))
    const ids = requests().map(({ id }) => id)
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
  })

  test('shows a changed price before it is sent again', async () => {
    const more = 'A minute costs ₹12 now. Nothing was held.'
    const answers = [
      () => refusal('rate_changed', { more, ratePaisePerMinute: 1_200 }),
      () => ({ sessionId: 'session-1' }),
    ]
    const { dialog, user, requests } = await openRequestDialog({ answer: () => answers.shift()?.() })
    await user.fill(dialog.field('Your question'), 'What does it cost?')
    await user.click(startButton())
    expect(textOf(await dialog.findByRole('alert'))).toBe(
      'The price of this expert has just changed. A minute costs ₹12 now. Nothing was held.',
    )
    expect(factsOf(dialog.region('What it costs').element).Rate).toBe('₹12/min')
    expect(startButton().textContent).toBe('Start audio call · ₹12/min')
    await user.click(startButton())
    await waitFor(() => expect(toastText()).toBe('Request sent to Ravi Nair'))
    expect(requests().map(({ ratePaisePerMinute }) => ratePaisePerMinute)).toEqual([1_000, 1_200])
  })

  test('stays while a student who was signed out elsewhere logs in again', async () => {
    const answers = [() => refusal('not_signed_in_to_ask'), () => ({ sessionId: 'session-1' })]
    const { dialog, user, serveViewer, requests } = await openRequestDialog({
      answer: () => answers.shift()?.(),
      answerOther: ({ path }) => (path === '/log-in-here' ? { role: 'student', flash: 'logged_in' } : undefined),
    })
    await user.fill(dialog.field('Your question'), 'What is entropy?')
    serveViewer(null)
    await user.click(startButton())
    await waitFor(() => expect(toastText()).toBe('You need to be logged in to send a request'))
    expect(await dialog.findByText('You need to be logged in to send a request')).toBeTruthy()
    await user.fill(await waitFor(() => dialog.field('Email')), asha.email)
    await user.fill(dialog.field('Password'), 'quite-a-secret')
    serveViewer(asha)
    await user.click(dialog.getByRole('button', { name: 'Log in and continue' }))
    await waitFor(() => expect(dialog.field('Your question').value).toBe('What is entropy?'))
    await user.click(startButton())
    await waitFor(() => expect(requests()).toHaveLength(2))
  })
})

describe('the devices', () => {
  test('are only the microphone for audio, and switching to video requests the camera', async () => {
    const { dialog, user, devices } = await openRequestDialog({ callType: 'audio' })
    await dialog.findByText('Your microphone works')
    expect(devices.constraints.map(({ video }) => video)).toEqual([false])
    expect(dialog.queryByLabelText('Your own picture')).toBeNull()
    await user.click(dialog.getByRole('radio', { name: 'Video call' }))
    await dialog.findByLabelText('Your own picture')
    await user.click(dialog.getByRole('radio', { name: 'Audio call' }))
    await waitFor(() => expect(dialog.queryByLabelText('Your own picture')).toBeNull())
    // The microphone stayed open without a new prompt, and the camera is off.
    expect(devices.constraints).toHaveLength(2)
    const stillOpen = devices.tracks.filter(({ readyState }) => readyState === 'live')
    expect(stillOpen.map(({ kind }) => kind)).toEqual(['audio'])
    expect(startButton().textContent).toBe('Start audio call · ₹10/min')
  })

  test('block a video call when the camera is denied, and audio still works', async () => {
    const { dialog, user, requests } = await openRequestDialog({ callType: 'video', camera: 'denied' })
    await user.fill(dialog.field('Your question'), 'How do I begin this proof?')
    await user.click(dialog.getByRole('button', { name: 'Check camera and microphone' }))
    const trouble = readElement(await dialog.findByRole('alert'))
    expect(textOf(trouble.element)).toContain('This page is not allowed to use your camera')
    await expectAccessible()
    await user.click(startButton())
    expect(requests()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Use audio only' }))
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Audio call' }).checked).toBe(true)
    await dialog.findByText('Your microphone works')
    await user.click(startButton())
    await waitFor(() => expect(requests()).toMatchObject([{ callType: 'audio' }]))
  })

  test('are released when the dialog closes', async () => {
    const { dialog, user, devices } = await openRequestDialog({ callType: 'video' })
    await dialog.findByText('Your microphone works')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended'])
  })
})

describe('an insufficient balance', () => {
  const poorAsha = { ...asha, wallet: { ...asha.wallet, available: paise(500) } }

  test('is topped up in minutes inside the dialog, and the same tap starts the call', async () => {
    const { dialog, user, bodiesOf, requests, startedCalls } = await openRequestDialog({ viewer: poorAsha })
    await user.fill(dialog.field('Your question'), 'What is a limit?')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await waitFor(() =>
      expect(textOf(dialog.element)).toContain('Your wallet holds ₹5, which is less than one minute.'),
    )
    const heading = dialog.getByRole('heading', { name: 'Add money to start' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(dialog.getAllByRole('radio').map((radio) => textOf(radio.closest('label')))).toEqual([
      '5 minutes ₹50',
      '10 minutes ₹100',
      '20 minutes ₹200',
      '30 minutes ₹300',
      '60 minutes ₹600',
    ])
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^10 minutes/ }).checked).toBe(true)
    await expectAccessible()
    await user.click(dialog.getByRole('radio', { name: /^20 minutes/ }))
    await user.click(dialog.getByRole('button', { name: 'Add ₹200 and start audio call' }))
    await waitFor(() => expect(startedCalls).toHaveLength(1))
    expect(bodiesOf('/top-up')).toEqual([{ id: expect.any(String), amount: '200' }])
    expect(requests()).toMatchObject([{ question: 'What is a limit?' }])
  })

  test('stays at the payment when it fails, and pays once with the same id', async () => {
    const answers = [networkFailure, () => undefined]
    const { dialog, user, bodiesOf, startedCalls } = await openRequestDialog({
      viewer: poorAsha,
      answerOther: ({ path, method }) => (path === '/top-up' && method === 'POST' ? answers.shift()?.() : undefined),
    })
    await user.fill(dialog.field('Your question'), 'What is a limit?')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    const pay = await dialog.findByRole('button', { name: 'Add ₹100 and start audio call' })
    await user.click(pay)
    expect(textOf(await dialog.findByRole('alert'))).toBe('Network error. Please check your connection and try again.')
    await user.dblClick(pay)
    await waitFor(() => expect(startedCalls).toHaveLength(1))
    const ids = bodiesOf('/top-up').map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  })

  test('shows why the call did not start after the payment', async () => {
    const { dialog, user, serveViewer } = await openRequestDialog({
      viewer: poorAsha,
      answer: () => refusal('expert_offline'),
    })
    await user.fill(dialog.field('Your question'), 'What is a limit?')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    serveViewer(asha)
    await user.click(await dialog.findByRole('button', { name: 'Add ₹100 and start audio call' }))
    expect(textOf(await dialog.findByRole('alert'))).toBe(new Refusal('expert_offline').message)
    expect(dialog.field('Your question').value).toBe('What is a limit?')
    await waitFor(() => expect(startButton().textContent).toBe('Start audio call · ₹10/min'))
  })

  test('is topped up at a provider in another tab, and the dialog continues when paid', async () => {
    const { dialog, user, live } = await openRequestDialog({ viewer: poorAsha, provider: 'razorpay' })
    await user.fill(dialog.field('Your question'), 'What is a derivative?')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    const add = await dialog.findByRole<HTMLButtonElement>('button', { name: 'Add ₹100' })
    const form = add.form as HTMLFormElement
    expect([form.target, form.method, form.getAttribute('action')]).toEqual(['_blank', 'post', '/user/wallet'])
    expect(Object.fromEntries(new FormData(form))).toMatchObject({ act: 'add', amount: '100' })
    form.addEventListener('submit', (event) => event.preventDefault())
    await user.click(add)
    expect(textOf(dialog.element)).toContain('Pay in the tab that has opened.')
    act(() => live.publish(`wallet:${asha.id}`, { ...poorAsha.wallet, available: paise(10_500) }))
    await waitFor(() =>
      expect(factsOf(dialog.region('What it costs').element)['Your balance']).toBe('₹105 · 10 minutes'),
    )
    await waitFor(() => expect(document.activeElement).toBe(startButton()))
    expect(dialog.field('Your question').value).toBe('What is a derivative?')
  })

  test('cannot be topped up when no provider is configured, and the dialog says so', async () => {
    const { dialog, user } = await openRequestDialog({ viewer: poorAsha, provider: 'none' })
    await user.fill(dialog.field('Your question'), 'What is a derivative?')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await dialog.findByText('Adding money is closed')).toBeTruthy()
    expect(dialog.queryAllByRole('radio')).toEqual([])
  })
})

describe('closing the dialog', () => {
  test('keeps the question without asking, and returns the focus', async () => {
    const { dialog, user, openDialog } = await openRequestDialog()
    await user.fill(dialog.field('Your question'), 'How do vaccines work?')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(textOf(document.activeElement)).toBe('Call Ravi')
    const reopened = await openDialog()
    expect(reopened.field('Your question').value).toBe('How do vaccines work?')
  })

  test('asks first when the browser cannot keep the question', async () => {
    const { dialog, user, openDialog } = await openRequestDialog()
    vi.stubGlobal('localStorage', null)
    await user.fill(dialog.field('Your question'), 'How do vaccines work?')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Keep writing' }))
    expect(dialog.field('Your question').value).toBe('How do vaccines work?')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const reopened = await openDialog()
    expect(reopened.field('Your question').value).toBe('')
  })

  test('works with the back button, which goes one step back first', async () => {
    const poor = { ...asha, wallet: { ...asha.wallet, available: paise(0) } }
    const { dialog, user } = await openRequestDialog({ viewer: poor })
    await user.fill(dialog.field('Your question'), 'How do vaccines work?')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await dialog.findByRole('heading', { name: 'Add money to start' })).toBeTruthy()
    act(goBack)
    expect(dialog.field('Your question').value).toBe('How do vaccines work?')
    act(goBack)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a file', () => {
  test.each([
    ['song.mp3', 'audio/mpeg', 1, /^File type not allowed\./],
    ['long.pdf', 'application/pdf', 10 * 1024 * 1024 + 1, /^File size exceeds the 10MB limit\.$/],
  ])('%s is refused before the upload', async (name, type, bytes, text) => {
    const uploads = captureUploads()
    const { choose, field } = await openWithFiles()
    await choose(new File([new Uint8Array(bytes)], name, { type }))
    expect(textOf(field().getByRole('alert'))).toMatch(text)
    expect(uploads).toEqual([])
    await expectAccessible()
  })

  test('stays when the upload fails, and is sent again on request or with the question', async () => {
    const uploads = captureUploads()
    const { choose, field, user, requests } = await openWithFiles()
    await choose(picture)
    act(() => uploads[0]?.fail())
    expect(textOf(await field().findByRole('alert'))).toContain('The upload failed.')
    await user.click(field().getByRole('button', { name: 'Try again' }))
    act(() => uploads[1]?.fail())
    await field().findByRole('alert')
    await user.click(startButton())
    await waitFor(() => expect(uploads).toHaveLength(3))
    act(() => uploads[2]?.answer({ file: stored }))
    await waitFor(() => expect(requests()).toMatchObject([{ file: stored }]))
  })

  test.each([
    ['before the upload', () => new File(['x'], 'song.mp3'), /^File type not allowed\./],
    ['by the server', () => new File(['y'], 'broken.png', { type: 'image/png' }), /^This is no picture\.$/],
  ])('that is refused %s leaves the first one in place', async (_when, create, text) => {
    const uploads = captureUploads()
    const { choose, field, user, requests } = await openWithFiles()
    await choose(picture)
    act(() => uploads[0]?.answer({ file: stored }))
    await field().findByText('page.png is added')
    await choose(create())
    act(() => uploads[1]?.answer({ error: 'This is no picture.' }, 415))
    await waitFor(() => expect(textOf(field().getByRole('alert'))).toMatch(text))
    expect(field().getByRole('button', { name: 'Remove page.png' })).toBeTruthy()
    await user.click(startButton())
    await waitFor(() => expect(requests()).toMatchObject([{ file: stored }]))
  })

  describe('that is a large photo', () => {
    const photo = (name = 'IMG 1.HEIC') =>
      new File([new Uint8Array(pictureUnchangedMaxBytes + 1)], name, { type: 'image/heic' })

    test('is sent as a small JPEG, even when the question is sent before it is ready', async () => {
      const uploads = captureUploads()
      const { finish, drawn } = stubPictures({ width: 4_000, height: 3_000 })
      const { choose, field, user, requests } = await openWithFiles()
      await choose(photo())
      expect(textOf(field().element)).toContain('Making the picture smaller')
      await expectAccessible()
      await user.click(startButton())
      act(() => finish(new Blob(['small'], { type: 'image/jpeg' })))
      await waitFor(() => expect(uploads).toHaveLength(1))
      expect(drawn()).toEqual([0, 0, 2_000, 1_500])
      expect(uploads[0]).toMatchObject({
        url: '/question-files?name=IMG%201.jpg',
        body: { type: 'image/jpeg', size: 5 },
      })
      expect(requests()).toEqual([])
      act(() => uploads[0]?.answer({ file: stored }))
      await waitFor(() => expect(requests()).toMatchObject([{ file: stored }]))
    })

    test('is refused when this browser cannot convert it; the question is not sent without it', async () => {
      const uploads = captureUploads()
      const { finish } = stubPictures({ width: 4_000, height: 3_000 })
      const { dialog, choose, field, user, requests } = await openWithFiles()
      await user.type(dialog.getByRole('textbox', { name: 'Your question' }), 'Why?')
      await choose(photo())
      await user.click(startButton())
      act(() => finish(null))
      expect(textOf(await field().findByRole('alert'))).toMatch(/^File type not allowed\./)
      expect(field().getByRole('button', { name: 'Add a file' })).toBeTruthy()
      expect([uploads, requests()]).toEqual([[], []])
    })

    test('is sent as it is when it would not become smaller, or the browser cannot read it', async () => {
      const uploads = captureUploads()
      const { finish } = stubPictures({ width: 100, height: 100 })
      const { choose, field, user } = await openWithFiles()
      await choose(photo('page.jpg'))
      act(() => finish(new Blob([new Uint8Array(pictureUnchangedMaxBytes + 2)], { type: 'image/jpeg' })))
      await waitFor(() => expect(uploads).toMatchObject([{ body: { size: pictureUnchangedMaxBytes + 1 } }]))
      await user.click(field().getByRole('button', { name: 'Remove page.jpg' }))
      stubPictures(null)
      await choose(photo('page.jpg'))
      await waitFor(() => expect(uploads).toHaveLength(2))
    })

    test('can be removed before it is ready, and then is not sent', async () => {
      const uploads = captureUploads()
      const { finish } = stubPictures({ width: 4_000, height: 3_000 })
      const { choose, field, user } = await openWithFiles()
      await choose(photo())
      await user.click(field().getByRole('button', { name: 'Remove IMG 1.HEIC' }))
      await act(async () => finish(new Blob(['small'], { type: 'image/jpeg' })))
      expect(field().getByRole('button', { name: 'Add a file' })).toBeTruthy()
      expect(uploads).toEqual([])
    })

    /** A browser that reads pictures of this size, or none. The test decides when each one is encoded. */
    function stubPictures(size: { width: number; height: number } | null) {
      const drawImage = vi.fn<CanvasRenderingContext2D['drawImage']>()
      let finish: BlobCallback = () => undefined
      const picture = size && { ...size, close: () => undefined }
      vi.stubGlobal('createImageBitmap', () => (picture ? Promise.resolve(picture) : Promise.reject(new Error('no'))))
      vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect() {}, drawImage } as never)
      vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
        finish = done
      })
      return { drawn: () => drawImage.mock.calls[0]?.slice(1), finish: (blob: Blob | null) => finish(blob) }
    }
  })

  test('can be a photo from the camera of a phone', async () => {
    const uploads = captureUploads()
    const { field, user } = await openWithFiles()
    const camera = field().getByLabelText('Take a photo', { selector: 'input' }) as HTMLInputElement
    expect([camera.accept, camera.getAttribute('capture')]).toEqual(['image/*', 'environment'])
    const opened = vi.spyOn(camera, 'click')
    await user.click(field().getByRole('button', { name: 'Take a photo' }))
    expect(opened).toHaveBeenCalledOnce()
    await user.upload(camera, picture)
    expect(uploads).toHaveLength(1)
  })

  test('shows the reason when the server refuses it', async () => {
    const uploads = captureUploads()
    const { choose, field } = await openWithFiles()
    await choose(picture)
    act(() => uploads[0]?.answer({ error: 'This is no picture.' }, 415))
    expect(textOf(await field().findByRole('alert'))).toBe('This is no picture.')
  })

  test('shows upload progress, is sent with the question, and can be removed', async () => {
    const uploads = captureUploads()
    const { choose, field, user, requests } = await openWithFiles()
    await choose(picture)
    expect(uploads[0]?.url).toBe('/question-files?name=page.png')
    act(() => uploads[0]?.progress(40))
    const progress = field().getByRole('progressbar', { name: 'page.png' })
    expect(progress.getAttribute('value')).toBe('40')
    expect(field().element.querySelector('img')?.src).toMatch(/^blob:/)
    await expectAccessible()
    act(() => uploads[0]?.answer({ file: stored }))
    expect(textOf(await field().findByText('page.png is added'))).toBe('page.png is added')
    await user.click(field().getByRole('button', { name: 'Remove page.png' }))
    await waitFor(() => expect(document.activeElement).toBe(field().getByRole('button', { name: 'Add a file' })))
    await choose(picture)
    await user.click(startButton())
    expect(requests()).toEqual([])
    act(() => uploads[1]?.answer({ file: stored }))
    await waitFor(() => expect(requests()).toMatchObject([{ question: '', file: stored }]))
  })

  const picture = new File(['x'], 'page.png', { type: 'image/png' })
  const stored = { key: 'questions/x', name: 'page.png', type: 'image/webp' }

  async function openWithFiles() {
    const opened = await openRequestDialog()
    const field = () => readElement(opened.dialog.getByRole('group', { name: 'File for your question' }))
    const choose = async (file: File) => {
      const chooser = field().element.querySelector('input') as HTMLInputElement
      chooser.removeAttribute('accept')
      await opened.user.upload(chooser, file)
    }
    return { ...opened, field, choose }
  }
})
