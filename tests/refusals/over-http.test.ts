import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#demo/cast.ts'
import { photoUploadsPerHour, questionFileMaxBytes } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'
import { makeDocx, pdfBytes } from '#tests/documents.ts'
import { readOwnerUrl } from '#tests/product.ts'
import { createOneOfEach } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'
import { bank } from '#tests/withdrawals.ts'

// Tries every route of the product over HTTP as everyone without access.
const { product, send, rows, count, logIn } = useVisits()
let people: Awaited<ReturnType<typeof createOneOfEach>>

beforeAll(async () => {
  people = await createOneOfEach(product.dataDir)
})

const cookieFor = (name: string) => people.cookies[name] ?? ''
const setApproval = (approval: 'pending' | 'suspended' | 'approved') =>
  rows<{ id: string }>('update experts set approval = $1, is_online = false where id = $2 returning id', [
    approval,
    people.expert.expertId,
  ])

test('the outbox is shown only to the team', async () => {
  const path = '/team/outbox'
  expect((await send('GET', path)).headers.get('location')).toBe(`/login?redirect=${path}`)
  expect((await send('GET', path, undefined, cookieFor('student'))).status).toBe(403)
  expect((await send('GET', path, undefined, cookieFor('expert'))).status).toBe(403)
  expect((await send('GET', path, undefined, cookieFor('team'))).status).toBe(200)
})

describe('account pages', () => {
  test.each([
    ['/user/security', { act: 'end_others' }],
    ['/user/security', { act: 'change_password', current: 'asha-learns', password: 'taken-over-now' }],
    ['/user/security', { act: 'delete_account', password: 'asha-learns' }],
    ['/user/profile/edit', { fullName: 'Another Name' }],
    ['/expert/profile/edit', { fullName: 'Another Name' }],
  ])('%s with %o is refused for a visitor', async (path, form) => {
    const answer = await send('POST', path, form)
    const outcome = answer.status === 302 ? answer.headers.get('location') : String(answer.status)
    expect(outcome).toMatch(/^(401|\/login)/)
  })

  test.each([
    ['student', '/expert/profile/edit', '/user/profile'],
    ['expert', '/user/profile/edit', '/expert/profile'],
  ])('a %s who posts to %s is redirected to %s, and nothing changes', async (who, path, own) => {
    const answer = await send('POST', path, { fullName: 'Another Name' }, cookieFor(who))
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toContain(own)
    expect(await count(`select 1 from profiles where full_name = 'Another Name'`)).toBe(0)
  })

  test.each([
    ['student', '/expert/profile', '/user/profile', []],
    ['expert', '/user/profile', '/expert/profile', []],
    ['visitor', '/profile', '/login?from=profile', ['log_in_first']],
  ])('a %s who opens %s is redirected to %s, with the messages %j', async (who, path, own, messages) => {
    const answer = await send('GET', path, undefined, cookieFor(who))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, own])
    const cookies = answer.headers.getSetCookie().flatMap((cookie) => /^samjhao_flash=(\w+)\./.exec(cookie)?.[1] ?? [])
    expect(cookies).toEqual(messages)
  })

  test('a sign-in of another account cannot be ended', async () => {
    const { signInId } = people.expert.person
    const { password } = people.student
    const answer = await send('POST', '/user/security', { act: 'end', signInId, password }, cookieFor('student'))
    expect(answer.status).toBe(200)
    expect(await count(`select 1 from sign_ins where id = '${signInId}'`)).toBe(1)
  })

  test('a sign-in is not ended without the password', async () => {
    const { id } = people.student.person
    const elsewhere = await logIn(people.student)
    const before = await count(`select 1 from sign_ins where profile_id = '${id}'`)
    for (const password of ['', 'a guess']) {
      const form = { act: 'end_others', password }
      expect((await send('POST', '/user/security', form, cookieFor('student'))).status).toBe(422)
    }
    expect(await count(`select 1 from sign_ins where profile_id = '${id}'`)).toBe(before)
    expect((await send('GET', '/own-data', undefined, elsewhere)).status).toBe(200)
  })

  test('the data export needs a sign-in and contains only that account’s data', async () => {
    expect((await send('GET', '/own-data')).status).toBe(401)
    const text = await (await send('GET', '/own-data', undefined, cookieFor('student'))).text()
    expect(text).toContain(people.student.email)
    expect(text).not.toContain(people.expert.email)
    expect(text).not.toMatch(/argon2|token_hash/)
  })

  test('a photo upload needs a sign-in', async () => {
    const answer = await send('POST', '/photo-upload', { any: 'thing' })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({
      error: 'Permission denied. Make sure you are logged in and have the right permissions.',
    })
  })
})

describe('the wallet of a student', () => {
  const id = '6f2f0c7e-5d3b-4d0f-9f5e-1b8d7a4c2e90'
  const acts: Record<string, string>[] = [
    { act: 'add', id, amount: '100' },
    { act: 'send_back', id, amount: '100' },
    { act: 'limit', amount: '100' },
  ]
  const countChanges = () =>
    count(
      `select 1 from payments where id = $1 or student_id = any ($2)
       union all select 1 from spending_limits where student_id = any ($2)`,
      [id, people.accountIds],
    )

  test.each(['visitor', 'expert', 'team'])('is refused for a %s', async (who) => {
    const status = who === 'visitor' ? 401 : 403
    for (const form of acts) {
      expect((await send('POST', '/user/wallet', form, cookieFor(who))).status).toBe(status)
    }
    expect((await send('POST', `/user/wallet/pay/${id}`, { choice: 'pay' }, cookieFor(who))).status).toBe(status)
    expect(await countChanges()).toBe(0)
  })

  test('redirects other roles to their own pages, and a visitor to the login', async () => {
    const readRedirect = async (who: string, path = '/user/wallet') =>
      (await send('GET', path, undefined, cookieFor(who))).headers.get('location')
    expect(await readRedirect('expert')).toBe('/expert/wallet')
    expect(await readRedirect('team')).toBe('/team')
    expect(await readRedirect('expert', `/user/wallet/pay/${id}`)).toBe('/expert/wallet')
    expect(await readRedirect('visitor', `/user/wallet/pay/${id}`)).toBe(`/login?redirect=/user/wallet/pay/${id}`)
    const page = await send('GET', '/user/wallet')
    expect(await page.text()).toContain('Please log in to access your wallet')
    expect((await send('GET', '/statement.csv')).status).toBe(401)
  })

  test.each(['-5', '0', '1.005', '1e9', 'NaN', '१००', '99999999999999999999', ''])(
    'refuses "%s" as an amount and changes nothing',
    async (amount) => {
      const answer = await send('POST', '/user/wallet', { act: 'add', id, amount }, cookieFor('student'))
      expect(answer.status).toBe(422)
      expect(await answer.text()).toContain('Please enter a valid amount')
      expect(await countChanges()).toBe(0)
    },
  )

  test('shows the limit when an amount is too high', async () => {
    const answer = await send('POST', '/user/wallet', { act: 'add', id, amount: '50000.01' }, cookieFor('student'))
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('You can add up to ₹50,000 at a time.')
    expect(await countChanges()).toBe(0)
  })

  test('has no routes for other sites unless Razorpay is the provider', async () => {
    for (const path of ['/webhooks/razorpay', `/payment-return?payment=${id}`]) {
      const answer = await send('POST', path, {}, '', 'https://api.razorpay.com')
      expect(answer.status).toBe(403)
      expect((await send('POST', path, {})).status).toBe(404)
    }
  })
})

test('more than twenty photo uploads in an hour are rate limited', async () => {
  const statuses: number[] = []
  for (let times = 0; times < photoUploadsPerHour; times += 1) {
    statuses.push((await send('POST', '/photo-upload', { no: 'picture' }, cookieFor('team'))).status)
  }
  expect(new Set(statuses)).toEqual(new Set([refusals.photo_type.status]))
  const answer = await send('POST', '/photo-upload', { no: 'picture' }, cookieFor('team'))
  expect(answer.status).toBe(429)
  expect(await answer.json()).toEqual({ error: refusals.too_many_photos.text })
})

describe('a question file', () => {
  const path = '/question-files?name=sums.pdf'
  const countStored = () => count('select 1 from question_files where student_id = any ($1)', [people.accountIds])

  test.each(['visitor', 'expert', 'team'])('is refused from a %s', async (who) => {
    const answer = await send('POST', path, pdfBytes, cookieFor(who))
    const refusal = who === 'visitor' ? refusals.not_signed_in_to_ask : refusals.not_allowed
    expect([answer.status, await answer.json()]).toEqual([refusal.status, { error: refusal.text }])
    expect(await countStored()).toBe(0)
  })

  test.each([
    ['question_file_type', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['question_file_too_large', Buffer.alloc(questionFileMaxBytes + 1)],
    ['question_file_macros', makeDocx([{ name: 'word/vbaProject.bin' }])],
  ] as const)('is refused as %s, even if it is named .pdf', async (code, bytes) => {
    const { status, text } = refusals[code]
    const answer = await send('POST', path, bytes, cookieFor('student'))
    expect([answer.status, await answer.json()]).toEqual([status, { error: text }])
    expect(await countStored()).toBe(0)
  })

  test('can only be uploaded with POST', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await send(method, path, undefined, cookieFor('student'))).status).toBe(405)
    }
    expect((await send('POST', path, pdfBytes, cookieFor('student'), 'https://evil.example')).status).toBe(403)
    const answer = await send('POST', path, pdfBytes, cookieFor('student'))
    expect(await answer.json()).toMatchObject({ file: { name: 'sums.pdf', type: 'application/pdf' } })
  })
})

describe('an expert', () => {
  const online = { online: 'true' }

  test('cannot go online while pending or suspended', async () => {
    for (const approval of ['pending', 'suspended'] as const) {
      await setApproval(approval)
      const answer = await send('POST', '/expert/profile', online, cookieFor('expert'))
      expect(answer.status).toBe(403)
      expect(await count(`select 1 from experts where is_online and id = '${people.expert.expertId}'`)).toBe(0)
    }
    await setApproval('pending')
  })

  test('cannot be switched online by a student or a visitor', async () => {
    expect((await send('POST', '/expert/profile', online, cookieFor('student'))).status).toBe(403)
    expect((await send('POST', '/expert/profile', online)).status).toBe(401)
  })
})

describe('an online alert', () => {
  const form = { wanted: 'true' }
  const unknownId = '00000000-0000-7000-8000-000000000000'
  const pages = ['/expert/', '/expert/details/']

  test.each(['visitor', 'expert', 'team'])('cannot be set by a %s', async (who) => {
    for (const page of pages) {
      const answer = await send('POST', page + unknownId, form, cookieFor(who))
      expect(answer.status).toBe(who === 'visitor' ? 401 : 403)
    }
  })

  test('needs a listed expert', async () => {
    const [unlisted] = await setApproval('pending')
    expect(unlisted).toBeDefined()
    for (const page of pages) {
      for (const id of [unknownId, unlisted?.id ?? '', 'no-id', '%27%3B--']) {
        expect((await send('POST', page + id, form, cookieFor('student'))).status).toBe(404)
      }
    }
    expect(await count('select 1 from online_alerts where student_id = any ($1)', [people.accountIds])).toBe(0)
  })
})

describe('a withdrawal', () => {
  const newForm = () => ({ id: randomUUID(), amount: '1', password: people.expert.password, ...bank })
  const countStored = () =>
    count(
      `select 1 from withdrawals where expert_id = any ($1)
       union all select 1 from bank_accounts where profile_id = any ($1)`,
      [people.accountIds],
    )

  test.each(['visitor', 'student', 'team'])('cannot be requested by a %s', async (who) => {
    const before = await countStored()
    const answer = await send('POST', '/expert/wallet', newForm(), cookieFor(who))
    expect(answer.status).toBe(who === 'visitor' ? 401 : 403)
    expect(await countStored()).toBe(before)
  })

  test.each(['pending', 'suspended'] as const)('cannot be requested by an expert who is %s', async (approval) => {
    await setApproval(approval)
    const answer = await send('POST', '/expert/wallet', newForm(), cookieFor('expert'))
    expect(answer.status).toBe(403)
    await setApproval('pending')
  })

  test('of an invalid amount or more than the balance is refused and stores nothing', async () => {
    await setApproval('approved')
    const before = await countStored()
    const amounts = ['', '-1', '0', '1.005', '1e9', 'NaN', '१००', '9'.repeat(20), '0x1']
    for (const amount of amounts) {
      const answer = await send('POST', '/expert/wallet', { ...newForm(), amount }, cookieFor('expert'))
      expect(answer.status).toBe(422)
      expect(await answer.text()).toContain('Please enter a valid amount')
    }
    const tooMuch = { ...newForm(), amount: '1000000' }
    const answer = await send('POST', '/expert/wallet', tooMuch, cookieFor('expert'))
    expect(answer.status).toBe(409)
    expect(await answer.text()).toContain('Insufficient balance for this withdrawal')
    expect(await countStored()).toBe(before)
    await setApproval('pending')
  })

  test('history is streamed later and does not delay the page', async () => {
    const client = new pg.Client(await readOwnerUrl(product.dataDir))
    await client.connect()
    await client.query('begin; lock table withdrawals in access exclusive mode')
    const page = await send('GET', '/expert/wallet', undefined, cookieFor('expert'))
    let html = ''
    for await (const part of page.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      html += part
      if (html.includes('</h1>')) break
    }
    expect(html).toContain('Expert Wallet</h1>')
    await client.query('rollback')
    await client.end()
  })

  test('history and the monthly statement are for their expert only', async () => {
    const file = '/expert/wallet/statement.csv'
    expect((await send('GET', file)).status).toBe(401)
    for (const who of ['student', 'team']) {
      expect((await send('GET', file, undefined, cookieFor(who))).status).toBe(403)
    }
    for (const page of ['/expert/wallet', '/expert/wallet/statement']) {
      expect((await send('GET', page, undefined, cookieFor('student'))).headers.get('location')).toBe('/user/wallet')
      expect((await send('GET', page, undefined, cookieFor('team'))).headers.get('location')).toBe('/team')
    }
    expect((await send('GET', `${file}?month=2026-99`, undefined, cookieFor('expert'))).status).toBe(404)
    expect((await send('GET', file, undefined, cookieFor('expert'))).status).toBe(200)
  })
})

describe('login and registration', () => {
  const password = 'quite-a-secret'
  const register = (query = '') => {
    const email = `visitor-${randomUUID()}@samjhao.example`
    return send('POST', `/register${query}`, { fullName: 'Nisha Kapoor', email, password, accepted: 'on' })
  }
  const readCookies = (answer: Response) => answer.headers.getSetCookie().join('\n')

  test('a registration redirects to the previous page with its toast', async () => {
    const answer = await register('?redirect=/how-it-works')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/how-it-works'])
    expect(readCookies(answer)).toMatch(/samjhao_flash=registered/)
  })

  test.each(['//evil.example/', 'https://evil.example/', '/\\evil.example'])(
    'a login does not redirect to %s',
    async (elsewhere) => {
      const query = new URLSearchParams({ redirect: elsewhere })
      const answer = await send('POST', `/login?${query}`, cast.asha)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, '/profile'])
    },
  )

  test.each(['/login', '/register'])('%s redirects a signed-in user', async (path) => {
    expect((await send('GET', path, undefined, cookieFor('student'))).headers.get('location')).toBe('/profile')
  })

  test('a password change needs the current one and shows its toast', async () => {
    const cookie = /samjhao_sign_in=[^;]+/.exec(readCookies(await register()))?.[0]
    const change = (current: string) =>
      send('POST', '/user/security', { act: 'change_password', current, password: 'a-better-secret' }, cookie)
    expect((await change('not-the-one')).status).toBe(422)
    const changed = await change(password)
    expect([changed.status, changed.headers.get('location')]).toEqual([302, '/user/security'])
    expect(readCookies(changed)).toMatch(/samjhao_flash=password_updated/)
  })

  test('a wrong password and an unknown email address get the same refusal and are rate limited', async () => {
    const unknown = `visitor-${randomUUID()}@samjhao.example`
    const attempt = (email: string) => send('POST', '/login', { email, password: 'not-the-one' })
    for (const email of [cast.asha.email, unknown]) {
      const answer = await attempt(email)
      expect(answer.status).toBe(401)
      expect(await answer.text()).toContain('Unable to log in with the provided credentials.')
    }
    await expect.poll(async () => (await attempt(unknown)).status, { interval: 0 }).toBe(429)
  })
})

test('pages of signed-in users are not cached', async () => {
  for (const [who, path] of [
    ['student', '/user/profile'],
    ['expert', '/expert/profile'],
    ['expert', '/expert/wallet'],
    ['team', '/team'],
    ['student', '/terms'],
  ] as const) {
    const answer = await send('GET', path, undefined, cookieFor(who))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('etag')).toBeNull()
  }
})

test('a cookie is invalid after logout', async () => {
  const cookie = cookieFor('student')
  await send('POST', '/logout', {}, cookie)
  expect((await send('GET', '/own-data', undefined, cookie)).status).toBe(401)
})
