import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FindSomebody } from '#app/experts/find-somebody.tsx'
import { OpenRequestContext, type RequestDraft } from '#app/experts/open-request-context.ts'
import type { Viewer } from '#app/base/viewer.ts'
import { openComponent } from '#tests/screen.tsx'
import { asha, meera, ravi } from '#tests/viewers.ts'

function openButton(viewer: Viewer | null) {
  const drafts: RequestDraft[] = []
  const part = (
    <OpenRequestContext value={(draft) => void drafts.push(draft)}>
      <FindSomebody callType="audio" question="What is entropy?" />
    </OpenRequestContext>
  )
  return { ...openComponent(part, { viewer }), drafts }
}

test.each([
  ['a visitor', null],
  ['a student', asha],
])('%s asks any expert with the question of the page', async (_, viewer) => {
  const { user, drafts, url } = openButton(viewer)
  await user.click(screen.getByRole('button', { name: 'Find somebody now' }))
  expect(drafts).toEqual([{ target: 'anyone', callType: 'audio', question: 'What is entropy?' }])
  expect(url.current).toBe('/')
})

test.each([
  ['experts', ravi],
  ['the team', meera],
])('%s cannot ask', (_, viewer) => {
  openButton(viewer)
  expect(screen.queryByRole('button')).toBeNull()
})

test('without scripts the button leads to the list of experts', () => {
  openButton(asha)
  expect(screen.getByRole<HTMLButtonElement>('button').form?.getAttribute('action')).toBe('/experts')
})

test('a press before the scripts are ready waits for them', () => {
  openButton(null)
  expect(screen.getByRole<HTMLButtonElement>('button').form?.hasAttribute('data-waits')).toBe(true)
})
