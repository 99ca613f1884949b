import { render, waitFor } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import type { Viewer } from '#app/base/viewer.ts'
import { AccountSync } from '#app/shell/account-sync.tsx'

const asha = { id: 'asha', name: 'Asha', role: 'student', avatarUrl: null } as unknown as Viewer
const show = (viewer: Viewer | null) => {
  const Page = createRoutesStub([{ path: '/', Component: () => <AccountSync viewer={viewer} /> }])
  return render(<Page />)
}

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

test('after a logout the browser keeps no name, draft or chat of the account', async () => {
  sessionStorage.setItem('samjhao:draft:rahul', 'my question')
  sessionStorage.setItem('samjhao:chat:1', 'an unsent message')
  sessionStorage.setItem('samjhao-listings', 'public')
  show(asha).unmount()
  expect(localStorage.getItem('samjhao:user')).toContain('Asha')
  expect(sessionStorage).toHaveLength(3)
  show(null)
  await waitFor(() => expect(localStorage.getItem('samjhao:user')).toBeNull())
  expect(Object.keys(sessionStorage)).toEqual(['samjhao-listings'])
})

test('the draft of a visitor is kept after the login', async () => {
  sessionStorage.setItem('samjhao:draft:rahul', 'my question')
  show(null).unmount()
  show(asha)
  expect(sessionStorage.getItem('samjhao:draft:rahul')).toBe('my question')
})
