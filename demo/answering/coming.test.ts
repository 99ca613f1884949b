import { expect, test } from 'vitest'
import { type Booked, createComing } from '#demo/answering/coming.ts'
import type { Door } from '#demo/answering/door.ts'

test('one booking that refuses does not keep the expert from the next', async () => {
  const joinFrom = new Date(Date.now() - 1_000)
  const booked = ['one', 'other'].map((id) => ({ id, state: 'booked', joinFrom }) as Booked)
  const [asked, warned]: [string[], unknown[]] = [[], []]
  const joinBooking = async (id: string) => {
    asked.push(id)
    if (id === 'one') throw new Error('refused')
  }
  const coming = createComing({
    list: async () => booked,
    door: () => ({ joinBooking }) as Partial<Door> as Door,
    log: { warn: (facts: unknown) => void warned.push(facts) },
  })
  coming.look()
  await expect.poll(() => asked).toEqual(['one', 'other'])
  coming.stop()
  expect(warned).toEqual([{ err: new Error('refused') }])
})
