import { screen, waitFor } from '@testing-library/react'
import { useContext } from 'react'
import { expect, test } from 'vitest'
import { networkProblem } from '#app/base/network-problem.ts'
import { OpenRequestContext } from '#app/experts/open-request-context.ts'
import { RequestDialogProvider } from '#app/sessions/request/request-dialog-provider.tsx'
import { expectAccessible } from '#tests/accessible.ts'
import { readElement, textOf } from '#tests/read-element.ts'
import { openComponent } from '#tests/screen.tsx'
import { networkFailure } from '#tests/stub-fetch.ts'

function Call() {
  const open = useContext(OpenRequestContext)
  return (
    <button type="button" onClick={() => open?.({ target: 'anyone', callType: 'audio', question: 'Why?' })}>
      Call
    </button>
  )
}

test('a dialog that cannot be loaded shows an error until a later attempt succeeds', async () => {
  const loads = [networkFailure, networkFailure, () => () => <p>The question: Why?</p>]
  const { user } = openComponent(
    <RequestDialogProvider loadDialog={async () => loads.shift()?.() ?? networkFailure()} Restore={() => null}>
      <Call />
    </RequestDialogProvider>,
  )
  await user.click(screen.getByRole('button', { name: 'Call' }))
  const alert = readElement(await screen.findByRole('alert'))
  expect(textOf(alert.element)).toContain(networkProblem.refusal.text)
  await expectAccessible(alert.element)
  await user.click(alert.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(loads).toHaveLength(1))
  expect(textOf(await screen.findByRole('alert'))).toContain(networkProblem.refusal.text)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The question: Why?')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
