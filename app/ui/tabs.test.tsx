import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Tab, TabList, TabPanel, Tabs } from '#app/ui/tabs.tsx'

const names = ['One', 'Two', 'Three']

function open(onValueChange?: (value: string) => void) {
  render(
    <Tabs defaultValue="One" onValueChange={onValueChange}>
      <TabList aria-label="Numbers">
        {names.map((name) => (
          <Tab key={name} value={name}>
            {name}
          </Tab>
        ))}
      </TabList>
      {names.map((name) => (
        <TabPanel key={name} value={name}>
          Panel {name}
        </TabPanel>
      ))}
    </Tabs>,
  )
  return userEvent.setup()
}

/**
 * Checks that exactly one tab is selected, is the only tab stop and labels the visible panel. Returns the tab's text.
 */
function readSelected(): string | null {
  const tabs = screen.getAllByRole('tab')
  const [tab, ...others] = tabs.filter((element) => element.getAttribute('aria-selected') === 'true')
  expect(others).toEqual([])
  expect(tabs.filter(({ tabIndex }) => tabIndex === 0)).toEqual([tab])
  const panel = screen.getByRole('tabpanel')
  expect(panel.id).toBe(tab?.getAttribute('aria-controls'))
  expect(panel.getAttribute('aria-labelledby')).toBe(tab?.id)
  expect(panel.textContent).toBe(`Panel ${tab?.textContent}`)
  return tab?.textContent ?? null
}

test('shows the first tab, and another tab on click', async () => {
  const onValueChange = vi.fn<(value: string) => void>()
  const user = open(onValueChange)
  expect(readSelected()).toBe('One')
  await user.click(screen.getByRole('tab', { name: 'Two' }))
  expect(readSelected()).toBe('Two')
  expect(onValueChange.mock.calls).toEqual([['Two']])
})

test('arrow keys wrap around, and Home and End go to the ends', async () => {
  const user = open()
  await user.tab()
  for (const [key, name] of [
    ['ArrowRight', 'Two'],
    ['End', 'Three'],
    ['ArrowRight', 'One'],
    ['ArrowLeft', 'Three'],
    ['Home', 'One'],
  ]) {
    await user.keyboard(`{${key}}`)
    expect(document.activeElement?.textContent).toBe(name)
    expect(readSelected()).toBe(name)
  }
})

test('the Tab key moves from the selected tab to its panel', async () => {
  const user = open()
  await user.tab()
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Panel One')
})
