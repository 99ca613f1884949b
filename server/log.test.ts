import { expect, test } from 'vitest'
import { createLog } from '#server/log.ts'

test('a logged error keeps its texts, its numbers and its cause, but not its connection', () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const cause = Object.assign(new Error('terminated'), { code: '57P01', line: 3, client: { password: 'hunter2' } })
  log.warn({ err: new Error('reading failed', { cause }) }, 'idle connection lost')
  expect(lines).toHaveLength(1)
  const { err, msg } = JSON.parse(lines[0] ?? '')
  expect(msg).toBe('idle connection lost')
  expect(err).toMatchObject({
    type: 'Error',
    message: 'reading failed',
    cause: { type: 'Error', message: 'terminated', code: '57P01', line: 3 },
  })
  expect(err.stack).toContain('log.test.ts')
  expect(lines[0]).not.toContain('hunter2')
})

test('a thrown value that is not an error is logged unchanged', () => {
  const lines: string[] = []
  createLog('warn', { write: (line) => void lines.push(line) }).warn({ err: 'gone' }, 'failed')
  expect(JSON.parse(lines[0] ?? '').err).toBe('gone')
})
