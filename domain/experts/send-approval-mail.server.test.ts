import { expect, test } from 'vitest'
import { sendApprovalMail } from '#domain/experts/send-approval-mail.server.ts'
import { setApproval } from '#domain/experts/set-approval.server.ts'
import type { Mail } from '#platform/mail/port.ts'
import { readConfig } from '#server/config.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'

const database = useDatabase()
const { product } = readConfig({ SUPPORT_EMAIL: 'help@samjhao.example' })

async function mailed(profileId: string, approval: 'approved' | 'suspended') {
  const sent: { mail: Mail; key: string }[] = []
  const mailer = { send: async (mail: Mail, key: string) => void sent.push({ mail, key }) }
  await sendApprovalMail(
    { ...database.as({ kind: 'system' }), mailer, product },
    { profileId, approval },
    '7',
  )
  return sent
}

test('an approved expert reads what to do next, with a link, in text and HTML', async () => {
  const { person, email } = await newExpert(database.as)
  const [sent, ...more] = await mailed(person.id, 'approved')
  expect(more).toEqual([])
  expect(sent).toMatchObject({
    key: 'approval 7',
    mail: { to: email, subject: 'Your expert account at Samjhao is approved' },
  })
  for (const body of [sent?.mail.text, sent?.mail.html]) {
    expect(body).toContain('Hello Ravi Nair,')
    expect(body).toContain('switch yourself online')
    expect(body).toContain(`${product.origin}/expert/profile`)
  }
})

test('a suspended expert reads whom to write to', async () => {
  const { person, email } = await newExpert(database.as, { approval: 'suspended' })
  const [sent] = await mailed(person.id, 'suspended')
  expect(sent?.mail).toMatchObject({ to: email, subject: 'Your expert account at Samjhao is suspended' })
  for (const body of [sent?.mail.text, sent?.mail.html]) {
    expect(body).toContain('write to our support: help@samjhao.example')
  }
})

test('and the reason, if one was given', async () => {
  const { person, expertId } = await newExpert(database.as)
  const reason = 'You took a student off the platform.'
  await setApproval(database.as({ kind: 'system' }), { expertId, approval: 'suspended', reason })
  const [sent] = await mailed(person.id, 'suspended')
  for (const body of [sent?.mail.text, sent?.mail.html]) expect(body).toContain(`The reason: ${reason}`)
})

test('what is not true any more is not told, nor is anything to an account that is gone', async () => {
  const { person, expertId } = await newExpert(database.as)
  await setApproval(database.as({ kind: 'system' }), { expertId, approval: 'pending' })
  expect(await mailed(person.id, 'approved')).toEqual([])
  expect(await mailed(person.id, 'suspended')).toEqual([])
  await database.db().deleteFrom('experts').where('id', '=', expertId).execute()
  expect(await mailed(person.id, 'approved')).toEqual([])
})
