import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CodePad } from '#app/boards/code/code-pad.tsx'
import { openSharedBoard } from '#app/boards/document/shared-board.ts'

test('spike', async () => {
  const board = openSharedBoard({ boardId: 'x', server: { load: async () => ({ last: 0, data: null }), store: async () => ({ last: 1 }) } })
  render(<CodePad board={board} otherName="Ravi" subjects={['Python']} />)
  const box = screen.getByRole('textbox', { name: 'Code' })
  board.doc.getText('code').insert(0, 'print(1)\nprint(2)')
  console.log(box.outerHTML)
  board.close()
})
