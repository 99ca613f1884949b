import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '#domain/context.server.ts'
import { mailTable } from '#domain/mails/contract.ts'
import { recordMails } from '#domain/mails/record-mails.server.ts'
import { deleteOldMails, resendMail } from '#domain/mails/resend-mail.server.ts'
import { listQueuedMails, readMailTable } from '#domain/team/mail-table.server.ts'
import { maskEmail } from '#kernel/mask-email.ts'
import { readTableQuery } from '#kernel/table.ts'
import { daysLater } from '#kernel/time.ts'
import { enqueue } from '#platform/jobs/port.ts'
import { PermanentFailure } from '#kernel/permanent-failure.ts'
import { useDatabase } from '#tests/database.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const system = () => database.as({ kind: 'system' })
const refusal = (code: string) => expect.objectContaining({ code })
const recordErrors: unknown[] = []
let team: Context
let asha: Awaited<ReturnType<typeof newSignedInPerson>>

beforeAll(async () => {
  team = database.as((await newSignedInPerson(database.as, 'team')).person)
  asha = await newSignedInPerson(database.as, 'student', 'Asha')
})

/** Runs one attempt of a job with a mailer that fails on demand. */
async function tryToSend(jobId: string, failure?: Error, { isLastAttempt = false } = {}): Promise<void> {
  const mailer = { send: () => (failure ? Promise.reject(failure) : Promise.resolve()) }
  const job = { id: jobId, isLastAttempt }
  const recorded = recordMails(system(), {
    mailer,
    kind: 'send_password_link',
    job,
    onError: (error) => recordErrors.push(error),
  })
  await recorded.send({ to: asha.email, subject: 'x', text: 'x', html: 'x' }, 'key')
}

const read = async (query = '') =>
  (await readMailTable(team, readTableQuery(mailTable, new URLSearchParams(query)))).rows

async function newJob(): Promise<string> {
  await enqueue(database.db(), 'send_password_link', {
    profileId: asha.person.id,
    purpose: 'reset_password',
  })
  const { rows } = await sql<{ id: string }>`select max(id)::text as id from graphile_worker.jobs`.execute(
    database.db(),
  )
  return rows[0]?.id ?? ''
}

const readAttempts = async (id: string) => {
  const { rows } = await sql<{ attempts: number; max: number }>`
    select attempts::integer as attempts, max_attempts::integer as max from graphile_worker.jobs where id = ${id}::bigint`.execute(
    database.db(),
  )
  return rows[0]
}

test('the outbox lists queued, failed, retried and sent mails', async () => {
  const job = await newJob()
  expect(await listQueuedMails(team)).toMatchObject([{ jobId: job, kind: 'send_password_link' }])
  await expect(tryToSend(job, new Error(`451 ${asha.email} try later`))).rejects.toThrow('451')
  expect(await read('q=Asha')).toMatchObject([
    {
      state: 'failed',
      tries: 1,
      error: '451 the address try later',
      address: maskEmail(asha.email),
      person: { name: 'Asha' },
    },
  ])
  await tryToSend(job)
  expect(await read('q=Asha')).toMatchObject([{ state: 'sent', tries: 2, error: null }])
  expect(await read('state=failed')).toEqual([])
  expect(recordErrors).toEqual([])
})

test('a mail is given up after a permanent failure, and after the last attempt', async () => {
  const [refused, last] = [await newJob(), await newJob()]
  await expect(tryToSend(refused, new PermanentFailure('550 no such user'))).rejects.toThrow('550')
  await expect(tryToSend(last, new Error('timeout'), { isLastAttempt: true })).rejects.toThrow('timeout')
  expect((await read('state=given_up')).map(({ error }) => error)).toEqual(['timeout', '550 no such user'])
})

describe('resending a mail', () => {
  test('restarts a finished job with all its attempts, and logs who asked for it', async () => {
    const job = await newJob()
    await expect(tryToSend(job, new PermanentFailure('550 full'))).rejects.toThrow('550')
    await sql`update graphile_worker._private_jobs set attempts = 1, max_attempts = 1 where id = ${job}::bigint`.execute(
      database.db(),
    )
    const [mail] = await read('state=given_up')
    await resendMail(team, { id: mail?.id ?? '' })
    expect(await readAttempts(job)).toEqual({ attempts: 0, max: 25 })
    expect((await read()).find(({ id }) => id === mail?.id)).toMatchObject({ state: 'failed' })
    const line = await database
      .db()
      .selectFrom('audit_log')
      .select(['act', 'subject_id'])
      .where('thing_id', '=', mail?.id ?? '')
      .executeTakeFirst()
    expect(line).toEqual({ act: 'mail sent again', subject_id: asha.person.id })
  })

  test('is refused for sent, running and deleted mails, and to students and experts', async () => {
    const job = await newJob()
    await tryToSend(job)
    const [sent] = await read('state=sent')
    await expect(resendMail(team, { id: sent?.id ?? '' })).rejects.toEqual(refusal('mail_on_its_way'))
    const running = await newJob()
    await expect(tryToSend(running, new Error('timeout'))).rejects.toThrow('timeout')
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker' where id = ${running}::bigint`.execute(
      database.db(),
    )
    const [locked] = await read('state=failed')
    await expect(resendMail(team, { id: locked?.id ?? '' })).rejects.toEqual(refusal('mail_on_its_way'))
    await expect(tryToSend('987654', new Error('timeout'))).rejects.toThrow('timeout')
    const [deletedMail] = await read('state=failed')
    await expect(resendMail(team, { id: deletedMail?.id ?? '' })).rejects.toEqual(refusal('mail_gone'))
    for (const id of ['', '6f2f0c7e-5d3b-4d0f-9f5e-1b8d7a4c2e90']) {
      await expect(resendMail(team, { id })).rejects.toEqual(refusal('nothing_there'))
    }
    for (const role of ['student', 'expert'] as const) {
      const ctx = database.as((await newSignedInPerson(database.as, role)).person)
      await expect(resendMail(ctx, { id: deletedMail?.id ?? '' })).rejects.toEqual(refusal('not_allowed'))
      await expect(listQueuedMails(ctx)).rejects.toEqual(refusal('not_allowed'))
      await expect(readMailTable(ctx, readTableQuery(mailTable, new URLSearchParams()))).rejects.toEqual(
        refusal('not_allowed'),
      )
    }
  })
})

test('old records are deleted', async () => {
  await deleteOldMails(system(), { before: daysLater(new Date(), 1) })
  expect(await read()).toEqual([])
})
