import { beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#domain/privacy/delete-account.server.ts'
import { liftSuspension } from '#domain/people/lift-suspension.server.ts'
import { sendSuspensionMail } from '#domain/people/send-suspension-mail.server.ts'
import { suspendPerson } from '#domain/people/suspend-person.server.ts'
import type { Person } from '#domain/policy.ts'
import type { AccountId } from '#kernel/ids.ts'
import type { Mail } from '#platform/mail/port.ts'
import { readConfig } from '#server/config.server.ts'
import { useDatabase } from '#tests/database.ts'
import { jobsAbout } from '#tests/jobs.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'

const database = useDatabase()
const { product } = readConfig({ SUPPORT_EMAIL: 'help@samjhao.example' })
const why = 'Shouted at three experts.'
let meera: Person

beforeAll(async () => {
  meera = (await newSignedInPerson(database.as, 'team')).person
})

async function sendMails(profileId: AccountId) {
  const sent: { mail: Mail; key: string }[] = []
  const mailer = { send: async (mail: Mail, key: string) => void sent.push({ mail, key }) }
  await sendSuspensionMail({ ...database.as({ kind: 'system' }), mailer, product }, { profileId }, '7')
  return sent
}

test('the mail to a suspended student contains the reason and the contact', async () => {
  const { person, email } = await newSignedInPerson(database.as)
  await suspendPerson(database.as(meera), { id: person.id, why })
  const [sent] = await sendMails(person.id)
  expect(sent).toMatchObject({
    key: 'suspension 7',
    mail: { to: email, subject: 'Your account at Samjhao is suspended' },
  })
  for (const body of [sent?.mail.text, sent?.mail.html]) {
    expect(body).toContain(`The reason: ${why}`)
    expect(body).toContain('write to our support: help@samjhao.example')
  }
})

test('only the latest of two decisions is mailed', async () => {
  const { person } = await newSignedInPerson(database.as)
  await suspendPerson(database.as(meera), { id: person.id, why })
  await liftSuspension(database.as(meera), { id: person.id, why: 'She apologised.' })
  expect(await jobsAbout(database.db(), person.id)).toEqual([
    { name: 'send_suspension_mail', payload: { profileId: person.id } },
  ])
  const [sent] = await sendMails(person.id)
  expect(sent?.mail).toMatchObject({ subject: 'Your account at Samjhao is open again' })
  expect(sent?.mail.text).toContain(`${product.origin}/login`)
})

test('a deleted account gets no mail', async () => {
  const { person, password } = await newSignedInPerson(database.as)
  await deleteAccount(database.as(person), { password })
  expect(await sendMails(person.id)).toEqual([])
})
