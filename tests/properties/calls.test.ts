import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expireSession } from '#domain/sessions/expire-session.server.ts'
import { hangUp } from '#domain/sessions/hang-up.server.ts'
import { billedMinutes, callTimes } from '#domain/sessions/rules.ts'
import { type Side, sides } from '#domain/sessions/states.ts'
import { auditMoney } from '#domain/wallet/audit-money.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import { useDatabase } from '#tests/database.ts'
import { memoryBus } from '#tests/live.ts'
import { createMeterFixture } from '#tests/meters.ts'
import { balanceOf } from '#tests/money.ts'
import { createCast, sessionRow, timeline } from '#tests/sessions.ts'

const database = useDatabase()
const db = () => database.db()
const times = { ...callTimes, minuteMs: 10_000 }

const side = fc.constantFrom<Side>(...sides)
/** An event in a call, and how many seconds pass after it. */
const act = fc.record({
  action: fc.constantFrom('talk', 'talk', 'talk', 'silence', 'one silent', 'rejoin', 'kill', 'jump', 'hang up'),
  side,
  seconds: fc.integer({ min: 1, max: 12 }),
})
const history = fc.record({
  rupees: fc.integer({ min: 10, max: 120 }),
  acts: fc.array(act, { minLength: 3, maxLength: 12 }),
})

test('any call is settled once, for at most the shared time, with no hold left and the expert free', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ rupees, acts }) => {
      const cast = createCast(database.as, { times })
      const bus = memoryBus()
      const fixture = createMeterFixture(cast, bus)
      const [asha, { person: ravi, expertId }] = [await cast.student(rupees), await cast.expert()]
      const id = await cast.ask(asha, expertId)
      await cast.accept(ravi, id)
      const call = await fixture.call({ student: asha, expert: ravi, id })
      let node = fixture.startNode()
      const rejoin = async (who: Side) => {
        try {
          await call.join(who, node)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      }
      for (const each of sides) await rejoin(each)
      /** Upper bound of the connected time: all time without deliberate silence. */
      let sharedMs = 0
      for (const { action, side: who, seconds } of acts) {
        if (action === 'rejoin') await rejoin(who)
        if (action === 'jump') cast.clock.advance(who === 'student' ? 3_600_000 : -3_600_000)
        if (action === 'kill') {
          fixture.kill(node)
          await sql`update help_sessions set meter_until = now() - interval '1 second' where id = ${id}`.execute(db())
          node = fixture.startNode()
          for (const each of sides) await rejoin(each)
        }
        if (action === 'hang up') {
          const publish = (topic: string) => void bus.publish(topic, '')
          await hangUp({ ...cast.ctxAs(who === 'student' ? asha : ravi), publish }, { id }).catch((error: unknown) => {
            if (!(error instanceof Refusal)) throw error
          })
        }
        const beatingSides = action === 'silence' ? [] : action === 'one silent' ? [who] : sides
        await fixture.advance(seconds * 1_000, call, beatingSides)
        // A silence of up to five seconds does not interrupt.
        if (beatingSides.length === 2 || seconds <= 5) sharedMs += seconds * 1_000
        else sharedMs += 2_000
      }
      await fixture.advance(45_000, call, [])
      // The job that an acceptance schedules ends a call that never connected, as long as a node meters it.
      cast.clock.advance(24 * 3_600_000)
      await expireSession(cast.system(), { sessionId: id })
      await fixture.close()
      expect(fixture.errors).toEqual([])
      const row = await sessionRow(db(), id)
      expect(['settled', 'failed_to_connect']).toContain(row.state)
      expect(row.live_ms).toBeLessThanOrEqual(sharedMs)
      expect(row.billed_minutes ?? 0).toBe(Math.min(billedMinutes(row.live_ms, times.minuteMs), row.held_paise / 10_00))
      expect(await balanceOf(db(), 'session_escrow', id)).toBe(0)
      const expert = db().selectFrom('experts').select('in_session').where('id', '=', expertId)
      expect(await expert.executeTakeFirst()).toEqual({ in_session: false })
      const balance = await balanceOf(db(), 'student_wallet', asha.id)
      expect(balance).toBe(rupees * 100 - (row.charged_paise ?? 0))
      const bills = (await timeline(db(), id)).filter((event) => event === 'billed')
      expect(bills).toHaveLength(row.state === 'settled' ? 1 : 0)
    }),
    { numRuns: 25 },
  )
  expect(await auditMoney(database.as({ kind: 'system' }))).toEqual([])
})
