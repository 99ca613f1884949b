import { act } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isInstant, opensChooser, takeEarlyResult, waitsForScripts } from '#app/base/taps/early-taps.ts'
import { recordTaps } from '#app/base/taps/record-taps.ts'
import { replayTaps } from '#app/base/taps/replay-taps.ts'

/** The effects of React's handlers, in order. */
let effects: string[] = []
const actImmediately = vi.fn<(control: HTMLElement) => Promise<unknown> | undefined>()

beforeEach(() => {
  effects = []
  actImmediately.mockReset()
})
afterEach(() => {
  window.samjhaoTaps?.finish()
  delete window.samjhaoTaps
  document.body.replaceChildren()
})

/** Shows the server's HTML and records taps. `hydrate` starts React. */
function openPage(page: ReactNode) {
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  document.body.append(root)
  recordTaps(actImmediately)
  return {
    find: <E extends HTMLElement = HTMLElement>(selector: string) => root.querySelector(selector) as E,
    async hydrate() {
      const hydrated = await act(async () => hydrateRoot(root, page))
      onTestFinished(() => act(() => hydrated.unmount()))
      await act(replayTaps)
      forgetWarnings()
    },
  }
}

/** In development React warns about the attributes that mark a pressed control. */
function forgetWarnings(): void {
  // oxlint-disable-next-line no-console -- the mock of quiet-console.ts
  const warnings = vi.mocked(console.error).mock.calls
  const others = warnings.filter((texts) => !texts.some((text) => String(text).includes('data-pressed')))
  warnings.splice(0, warnings.length, ...others)
}

const button = (label: string, more = {}) => (
  <button type="button" onClick={() => effects.push(label)} {...more}>
    <span>{label}</span>
  </button>
)

describe('a press before React is ready', () => {
  test('is shown immediately and has its effect exactly once', async () => {
    const { find, hydrate } = openPage(button('Filters'))
    const filters = find('button')
    filters.click()
    filters.click()
    expect(filters.ariaBusy).toBe('true')
    expect(filters.dataset.pressed).toBe('')
    expect(effects).toEqual([])
    await hydrate()
    expect(effects).toEqual(['Filters'])
    expect(filters.ariaBusy).toBeNull()
    expect(filters.dataset.pressed).toBeUndefined()
    filters.click()
    expect(effects).toEqual(['Filters', 'Filters'])
  })

  test('is replayed in order, after the effect of the previous press', async () => {
    function Page() {
      const [steps, setSteps] = useState('')
      return ['a', 'b'].map((step) => (
        <button key={step} type="button" onClick={() => (effects.push(`${steps}+${step}`), setSteps(steps + step))}>
          {step}
        </button>
      ))
    }
    const { find, hydrate } = openPage(<Page />)
    find('button:last-child').click()
    find('button').click()
    await hydrate()
    expect(effects).toEqual(['+b', 'b+a'])
  })

  test('that happens during the replay is replayed last', async () => {
    const { find, hydrate } = openPage(
      <>
        {button('first', { onClick: () => (effects.push('first'), find('#second').click()) })}
        {button('second', { id: 'second' })}
      </>,
    )
    find('button').click()
    await hydrate()
    expect(effects).toEqual(['first', 'second'])
  })

  test('opens a menu that opens on pointerdown, once', async () => {
    const { find, hydrate } = openPage(
      button('Menu', { onClick: undefined, onPointerDown: () => effects.push('open') }),
    )
    find('button').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    find('button').click()
    await hydrate()
    expect(effects).toEqual(['open'])
  })

  test('on an element inside a button counts as a press of the button', async () => {
    const { find, hydrate } = openPage(button('Share'))
    find('span').click()
    await hydrate()
    expect(effects).toEqual(['Share'])
  })

  test('of a button that an inline script handles is not replayed', async () => {
    const { find, hydrate } = openPage(button('Dismiss', isInstant))
    const onClick = vi.fn<() => void>()
    find('button').addEventListener('click', onClick)
    find('button').click()
    expect(onClick).toHaveBeenCalledOnce()
    await hydrate()
    expect(effects).toEqual([])
  })

  test('is dropped when the scripts cannot be loaded, and can be repeated', () => {
    const { find } = openPage(button('Filters'))
    find('button').click()
    const script = document.createElement('script')
    document.body.append(script)
    script.dispatchEvent(new Event('error'))
    expect(find('button').ariaBusy).toBeNull()
    expect(window.samjhaoTaps?.pressed).toEqual([])
    find('button').click()
    expect(window.samjhaoTaps?.pressed).toHaveLength(1)
  })
})

describe('an action that needs the user’s own event', () => {
  test('runs immediately, and React receives its result', async () => {
    actImmediately.mockResolvedValue('copied')
    const share = ({ currentTarget }: { currentTarget: Element }) =>
      void takeEarlyResult(currentTarget)?.then((result) => effects.push(String(result)))
    const { find, hydrate } = openPage(button('Share', { onClick: share }))
    find('button').click()
    expect(actImmediately).toHaveBeenCalledExactlyOnceWith(find('button'))
    await hydrate()
    await expect.poll(() => effects).toEqual(['copied'])
    find('button').click()
    expect(effects).toEqual(['copied'])
  })

  test('opens a file chooser immediately, and the chosen file is reported', async () => {
    const { find, hydrate } = openPage(
      <>
        {button('Add a file', opensChooser('file'))}
        <input id="file" type="file" onChange={({ target }) => effects.push(target.files?.[0]?.name ?? '')} />
      </>,
    )
    const field = find<HTMLInputElement>('input')
    const opened = vi.spyOn(field, 'click')
    find('button').click()
    expect(opened).toHaveBeenCalledOnce()
    Object.defineProperty(field, 'files', { value: [new File(['x'], 'question.png')] })
    await hydrate()
    expect(effects).toEqual(['question.png'])
  })
})

describe('a form', () => {
  const form = (more = {}) => (
    <form
      action="/login"
      onSubmit={(event) => {
        event.preventDefault()
        effects.push(`call ${(event.nativeEvent as SubmitEvent).submitter?.textContent}`)
      }}
      {...more}
    >
      <button type="submit">Audio</button>
      <button type="submit">Video</button>
    </form>
  )
  /** Submits like a browser, and returns whether the browser would send the form. */
  function submit(element: HTMLElement, submitter?: HTMLElement): boolean {
    return element.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter }))
  }

  test('that waits for scripts is submitted once, with its button', async () => {
    const { find, hydrate } = openPage(form(waitsForScripts))
    const video = find('button:last-child')
    expect(submit(find('form'), video)).toBe(false)
    expect(submit(find('form'), video)).toBe(false)
    expect(video.ariaBusy).toBe('true')
    await hydrate()
    expect(effects).toEqual(['call Video'])
    expect(video.ariaBusy).toBeNull()
  })

  test('that waits for scripts is sent without them when they cannot be loaded', () => {
    const { find } = openPage(form(waitsForScripts))
    const sent = vi.fn<(event: Event) => void>((event) => event.preventDefault())
    find('form').addEventListener('submit', sent)
    submit(find('form'), find('button'))
    const script = document.body.appendChild(document.createElement('script'))
    script.dispatchEvent(new Event('error'))
    expect(sent).toHaveBeenCalledOnce()
    expect(sent.mock.lastCall).toMatchObject([{ submitter: find('button') }])
  })

  test('that works without scripts is sent by the browser, and not again until the page is left', async () => {
    const { find, hydrate } = openPage(form({ method: 'post', onSubmit: undefined }))
    expect(submit(find('form'), find('button'))).toBe(true)
    expect(find('button').ariaBusy).toBe('true')
    expect(submit(find('form'), find('button'))).toBe(false)
    await hydrate()
    expect(submit(find('form'), find('button'))).toBe(false)
    dispatchEvent(new Event('pagehide'))
    expect(find('button').ariaBusy).toBeNull()
    expect(submit(find('form'), find('button'))).toBe(true)
  })

  test('with the GET method can be sent again', () => {
    const { find } = openPage(form({ onSubmit: undefined }))
    expect(submit(find('form'))).toBe(true)
    expect(submit(find('form'))).toBe(true)
  })
})

describe('fields that were changed before hydration', () => {
  function Field({
    tag: Tag = 'input',
    initial = '',
    ...more
  }: {
    tag?: 'input' | 'textarea'
    initial?: string
    type?: string
  }) {
    const [value, setValue] = useState(initial)
    return (
      <Tag
        {...more}
        value={value}
        onChange={({ target }) => {
          effects.push(target.value)
          setValue(target.value)
        }}
      />
    )
  }

  test.each(['input', 'textarea'] as const)('typed text of a %s stays and is reported once', async (tag) => {
    const { find, hydrate } = openPage(<Field tag={tag} initial="a" />)
    find<HTMLInputElement>(tag).value = 'algebra'
    find(tag).dispatchEvent(new Event('input', { bubbles: true }))
    await hydrate()
    expect(effects).toEqual(['algebra'])
    expect(find<HTMLInputElement>(tag).value).toBe('algebra')
  })

  test('unchanged fields report nothing', async () => {
    const { hydrate } = openPage(
      <>
        <Field initial="a" />
        <Field type="range" initial="3" />
        <input defaultValue="b" onInput={() => effects.push('input')} />
        <select defaultValue="2" onChange={() => effects.push('select')}>
          <option>1</option>
          <option>2</option>
        </select>
        <select onChange={() => effects.push('select')}>
          <option>1</option>
        </select>
        <input type="checkbox" defaultChecked onChange={() => effects.push('checkbox')} />
      </>,
    )
    await hydrate()
    expect(effects).toEqual([])
  })

  test('a chosen checkbox, radio button and option are reported and stay', async () => {
    function Choices() {
      const [isOn, setIsOn] = useState(true)
      const [size, setSize] = useState('S')
      const [order, setOrder] = useState('1')
      return (
        <>
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => (effects.push(`on ${target.checked}`), setIsOn(target.checked))}
          />
          {['S', 'M'].map((option) => (
            <input
              key={option}
              type="radio"
              name="size"
              value={option}
              checked={size === option}
              onChange={() => (effects.push(`size ${option}`), setSize(option))}
            />
          ))}
          <select
            value={order}
            onChange={({ target }) => (effects.push(`order ${target.value}`), setOrder(target.value))}
          >
            <option>1</option>
            <option>2</option>
          </select>
        </>
      )
    }
    const { find, hydrate } = openPage(<Choices />)
    find<HTMLInputElement>('[type=checkbox]').checked = false
    find<HTMLInputElement>('[value=M]').checked = true
    find<HTMLSelectElement>('select').value = '2'
    await hydrate()
    expect(effects).toEqual(['on false', 'size M', 'order 2'])
    expect(find<HTMLInputElement>('[type=checkbox]').checked).toBe(false)
    expect(find<HTMLInputElement>('[value=M]').checked).toBe(true)
    expect(find<HTMLSelectElement>('select').value).toBe('2')
  })
})

test('the space bar activates a tab that is a link', () => {
  const { find } = openPage(
    <a href="/?tab=skills" role="tab">
      Skills
    </a>,
  )
  const followed = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  find('a').addEventListener('click', followed)
  find('a').dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }))
  find('a').dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }))
  expect(followed).toHaveBeenCalledOnce()
})
