import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { questionFileMaxBytes } from '#kernel/limits.ts'
import { refusals } from '#kernel/refusals.ts'
import { kolkataInputValue } from '#kernel/time.ts'
import { pdfBytes } from '#tests/documents.ts'
import { createOneOfEach } from '#tests/refusals/everybody.ts'
import { useVisits } from '#tests/visits.ts'

// Tries the routes of applications and experts as everyone without access, and twice as the team.
const { product, send, rows, count, linkMailedTo } = useVisits()
const closedTo = ['visitor', 'student', 'expert'] as const
const id = randomUUID()
const email = 'kavita-applies@samjhao.example'
const form = {
  id,
  email,
  fullName: 'Kavita Rao',
  phone: '+91 98450 00000',
  category: 'academic',
  notes: 'Ten years at a school.',
  receivedAt: kolkataInputValue(new Date(Date.now() - 3_600_000)),
}
const page = `/team/applications/${id}`
const documents = `/application-documents?application=${id}&name=cv.pdf`
let document = ''
let expertPage = ''
let people: Awaited<ReturnType<typeof createOneOfEach>>
let cookies: Record<string, string>

beforeAll(async () => {
  people = await createOneOfEach(product.dataDir)
  cookies = people.cookies
  const entered = await send('POST', '/team/applications/new', form, cookies.team)
  expect([entered.status, entered.headers.get('location')]).toEqual([302, page])
  expect(await (await send('POST', documents, pdfBytes, cookies.team)).json()).toMatchObject({
    file: { name: 'cv.pdf' },
  })
  const [stored] = await rows<{ id: string }>(`select id from application_documents where application_id = '${id}'`)
  document = `/application-documents/${stored?.id}`
  expertPage = `/team/experts/${people.expert.expertId}`
})

const readRecords = () =>
  rows(
    `select stage, revision, (select count(*) from application_documents where application_id = a.id) as documents,
      (select count(*) from audit_log
        where actor_id = any ($2) or thing_id = any (array[a.id::text, $3::text])) as acts
    from applications a where email = $1`,
    [email, people.accountIds, people.expert.expertId],
  )

describe.each(closedTo)('a %s', (who) => {
  const status = who === 'visitor' ? 401 : 403

  test('cannot change applications and experts', async () => {
    const before = await readRecords()
    const postAction = async (path: string, fields: Record<string, string>) =>
      (await send('POST', path, fields, cookies[who])).status
    expect(await postAction('/team/applications/new', { ...form, id: randomUUID() })).toBe(status)
    for (const act of ['change', 'review', 'interview', 'accept', 'reject', 'remove']) {
      expect(await postAction(page, { ...form, act, revision: '1', letter: 'No.' })).toBe(status)
    }
    const acts: Record<string, string>[] = [
      { act: 'approval', approval: 'suspended', reason: 'Because.' },
      { act: 'verify', what: 'degree' },
      { act: 'take-back', what: 'identity' },
      { act: 'terms', rate: '20', share: '90', seenRate: '1000', seenShare: '80' },
    ]
    for (const fields of acts) expect(await postAction(expertPage, fields)).toBe(status)
    expect(await readRecords()).toEqual(before)
  })

  test('cannot read applications, experts or documents', async () => {
    for (const path of ['/team/applications', '/team/applications/new', page, '/team/experts', expertPage]) {
      const answer = await send('GET', path, undefined, cookies[who])
      const login = who === 'visitor' ? `/login?redirect=${path}` : null
      expect([answer.status, answer.headers.get('location')]).toEqual([login ? 302 : 403, login])
    }
    const before = await readRecords()
    expect((await send('GET', document, undefined, cookies[who])).status).toBe(status)
    expect((await send('POST', documents, pdfBytes, cookies[who])).status).toBe(status)
    expect(await readRecords()).toEqual(before)
  })
})

describe('the team', () => {
  test('stores a form once when it is sent twice', async () => {
    const again = await send('POST', '/team/applications/new', form, cookies.team)
    expect(again.headers.get('location')).toBe(page)
    expect(await count(`select 1 from applications where email = '${email}'`)).toBe(1)
    const second = await send('POST', '/team/applications/new', { ...form, id: randomUUID() }, cookies.team)
    expect(second.status).toBe(refusals.application_open.status)
  })

  test('gets documents as downloads, and each read is audited', async () => {
    const answer = await send('GET', document, undefined, cookies.team)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''cv.pdf")
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdfBytes)
    const read = `select 1 from audit_log where act = 'document read' and thing_id = '${id}'`
    expect(await count(read)).toBe(1)
    expect((await send('GET', `/application-documents/${randomUUID()}`, undefined, cookies.team)).status).toBe(404)
  })

  test.each([
    ['question_file_type', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['question_file_too_large', Buffer.alloc(questionFileMaxBytes + 1)],
  ] as const)('cannot upload a document refused as %s', async (code, bytes) => {
    const answer = await send('POST', documents, bytes, cookies.team)
    expect([answer.status, await answer.json()]).toEqual([refusals[code].status, { error: refusals[code].text }])
    expect((await send('GET', '/application-documents', undefined, cookies.team)).status).toBe(405)
  })

  test('cannot send invalid actions', async () => {
    for (const path of [page, expertPage]) {
      for (const act of ['', 'toString', '__proto__', 'anything']) {
        expect((await send('POST', path, { act, revision: '1' }, cookies.team)).status).toBe(400)
      }
    }
    for (const path of ['/team/applications/no-id', `/team/experts/${randomUUID()}`]) {
      expect((await send('GET', path, undefined, cookies.team)).status).toBe(404)
    }
  })

  test('accepts an application once: the second attempt is refused, and one link is mailed', async () => {
    const accept = () => send('POST', page, { act: 'accept', revision: '1' }, cookies.team)
    const answers = await Promise.all([accept(), accept()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await count(`select 1 from profiles where email = '${email}'`)).toBe(1)
    expect(await linkMailedTo(email)).toMatch(/^\/reset-password\//)
  })

  test('the mailed link sets the password and signs in once, with nothing but the terms open', async () => {
    const link = await linkMailedTo(email)
    const choose = (password: string) => send('POST', link, { password })
    const cookiesOf = (answer: Response) => answer.headers.getSetCookie().join(' ')
    const weak = await choose('kavita')
    expect([weak.status, cookiesOf(weak)]).toEqual([refusals.weak_password.status, ''])
    const first = await choose('kavita-explains')
    expect([first.status, first.headers.get('location')]).toEqual([302, '/accept-terms'])
    expect(cookiesOf(first)).toMatch(/samjhao_sign_in=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax/)
    expect(cookiesOf(first)).not.toContain('samjhao_flash')
    const cookie = /samjhao_sign_in=[^;]+/.exec(cookiesOf(first))?.[0]
    expect((await send('GET', '/accept-terms', undefined, cookie)).status).toBe(200)
    const wallet = await send('GET', '/expert/wallet', undefined, cookie)
    expect(wallet.headers.get('location')).toBe('/accept-terms?redirect=%2Fexpert%2Fwallet')
    const again = await choose('another-secret')
    expect([again.status, cookiesOf(again)]).toEqual([refusals.link_not_valid.status, ''])
  })

  test('changes terms only with the password', async () => {
    const terms = { act: 'terms', rate: '20', share: '90', seenRate: '1000', seenShare: '80' }
    const postTerms = async (more: object) =>
      (await send('POST', expertPage, { ...terms, ...more }, cookies.team)).status
    expect(await postTerms({})).toBe(403)
    expect(await postTerms({ password: 'a guess' })).toBe(422)
    expect(await postTerms({ password: people.team.password, rate: '1000' })).toBe(422)
    expect(await postTerms({ rate: 'much' })).toBe(422)
    expect(await postTerms({})).toBe(200)
    expect(await postTerms({})).toBe(409)
    expect(
      await rows(`select rate_paise_per_minute::int as rate, share_percent as share from experts
      where id = '${expertPage.split('/').at(-1)}'`),
    ).toEqual([{ rate: 2000, share: 90 }])
  })
})
