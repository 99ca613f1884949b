import { expect, test } from 'vitest'
import { readConfig } from '#server/config.server.ts'
import { securityText, securityTextPath } from '#server/security-text.ts'

const { product } = readConfig({ SUPPORT_EMAIL: 'help@samjhao.example', PUBLIC_ORIGIN: 'https://samjhao.example' })

test('security.txt has the fields of RFC 9116, each once', async () => {
  const answer = await securityText({ product, startedAt: new Date('2026-11-18T10:00:00Z') }).request(securityTextPath)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i)
  expect(await answer.text()).toBe(
    [
      'Contact: mailto:help@samjhao.example',
      'Expires: 2027-11-17T10:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://samjhao.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})
