import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#domain/sign-in/passwords.server.ts'
import { refusals } from '#kernel/refusals.ts'
import { pdfBytes } from '#tests/documents.ts'
import { openPeople } from '#tests/e2e/expert-people.ts'
import { raviProfile } from '#tests/experts.ts'
import { LiveTestClient } from '#tests/live.ts'
import { onePixelPng } from '#tests/pictures.ts'
import { createCookie } from '#tests/refusals/everybody.ts'
import { newSignedInPerson } from '#tests/signed-in-people.ts'
import { useVisits } from '#tests/visits.ts'
import { bank } from '#tests/withdrawals.ts'

// Tries every action on an owned record as another signed-in account, which names the record in many ways.
// Each action may only affect the account that sends it.
const visits = useVisits()
const { send } = visits

type Kind = 'student' | 'expert'
type Account = { email: string; password: string; fullName: string }
type Ids = { id: string; expertId: string; signInId: string }
const owners = {} as Record<Kind, Account>
const strangers = {} as Record<Kind, Account>
const cookies = { owner: { student: '', expert: '' }, stranger: { student: '', expert: '' }, team: '' }
const ids = {} as Record<Kind, Ids>
const strangersPassword = 'kavita-elsewhere'

beforeAll(async () => {
  const people = await openPeople(visits.product.dataDir)
  const student = async (fullName: string) => ({
    ...(await newSignedInPerson(people.ctxAs, 'student', fullName)),
    fullName,
  })
  const expert = async (fullName: string, phone: string) => ({
    ...(await people.expert({ fullName, phone })),
    fullName,
  })
  const ownerAccounts = {
    student: await student('Asha Owner'),
    expert: await expert('Ravi Owner', '+91 98450 11111'),
  }
  const strangerAccounts = {
    student: await student('Devika Other'),
    expert: await expert('Kavita Other', '+91 98450 22222'),
  }
  cookies.team = createCookie((await people.team()).token)
  await people.close()
  // All test accounts share one password, so give the strangers another password.
  await visits.rows('update credentials set password_hash = $1 where profile_id = any ($2)', [
    await hashPassword(strangersPassword),
    [strangerAccounts.student.person.id, strangerAccounts.expert.person.id],
  ])
  for (const kind of ['student', 'expert'] as const) {
    owners[kind] = ownerAccounts[kind]
    strangers[kind] = { ...strangerAccounts[kind], password: strangersPassword }
    cookies.owner[kind] = createCookie(ownerAccounts[kind].token)
    cookies.stranger[kind] = createCookie(strangerAccounts[kind].token)
    const { id, signInId } = ownerAccounts[kind].person
    ids[kind] = { id, signInId, expertId: kind === 'expert' ? ownerAccounts.expert.expertId : '' }
    await send('POST', '/photo-upload', await createPhoto(), cookies.owner[kind])
  }
})

async function createPhoto(fields: Record<string, string> = {}): Promise<FormData> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('photo', new File([new Uint8Array(await onePixelPng())], 'me.png', { type: 'image/png' }))
  return form
}

const pairs = (['student', 'expert'] as const).flatMap((stranger) =>
  (['student', 'expert'] as const).map((owner) => ({ stranger, owner })),
)

describe.each(pairs)('another $stranger cannot read or change records of the $owner:', ({ stranger, owner }) => {
  const own = stranger === 'expert' ? '/expert' : '/user'
  const cookie = () => cookies.stranger[stranger]

  /** The owner’s ids under every field name that an action without a check might read. */
  function listFields(): Record<string, string> {
    const { id, expertId, signInId } = ids[owner]
    const people = ['id', 'accountId', 'profileId', 'profile_id', 'userId', 'user_id', 'studentId', 'personId']
    return {
      ...Object.fromEntries(people.map((name) => [name, id])),
      expertId,
      expert_id: expertId,
      signInId,
    }
  }

  /** Sends the form with these fields in body and query, and checks that the owner’s records are unchanged. */
  async function attempt(path: string, form: Record<string, string> | [string, string][], as = cookie()) {
    const before = await readOwnersRecords()
    const fields: [string, string][] = [...Object.entries(listFields()), ...new URLSearchParams(form)]
    const answer = await send('POST', `${path}?${new URLSearchParams(listFields())}`, fields, as)
    expect(await readOwnersRecords()).toEqual(before)
    return answer
  }

  async function readOwnersRecords() {
    const { id } = ids[owner]
    const tables = ['sign_ins', 'credentials', 'student_details', 'one_time_links', 'terms_acceptances']
    const parts = tables.map((table) => `select t::text from ${table} t where profile_id = $1`)
    const statement = [
      'select t::text from profiles t where id = $1',
      'select t::text from experts t where user_id = $1',
      'select t::text from withdrawals t where expert_id = $1',
      'select t::text from bank_accounts t where profile_id = $1',
      'select t::text from ledger_accounts t where owner_id = $1',
      'select t::text from payments t where student_id = $1',
      'select t::text from spending_limits t where student_id = $1',
      'select t::text from question_files t where student_id = $1',
      ...parts,
    ].join(' union all ')
    const files = await readdir(join(visits.product.dataDir, 'files', id), { recursive: true })
    return { rows: await visits.rows(statement, [id]), files: files.toSorted() }
  }

  test('the sign-ins', async () => {
    for (const act of ['end', 'end_others']) {
      expect((await attempt(`${own}/security`, { act, password: strangersPassword })).status).toBe(200)
    }
    const shortLived = await visits.logIn(strangers[stranger])
    await attempt('/logout', {}, shortLived)
    expect((await send('GET', '/own-data', undefined, cookies.owner[owner])).status).toBe(200)
    expect((await send('GET', '/own-data', undefined, shortLived)).status).toBe(401)
  })

  test('the password and the account, not even with the owner’s password', async () => {
    const { email, password } = owners[owner]
    for (const form of [
      { act: 'change_password', current: password, email, password: 'taken-over-now' },
      { act: 'delete_account', email, password },
    ] as Record<string, string>[]) {
      expect((await attempt(`${own}/security`, form)).status).toBe(422)
    }
  })

  test('the profile', async () => {
    const { email } = owners[owner]
    const profile = { ...raviProfile, email, bio: 'x', languages: 'Hindi', parentsWhatsapp: '' }
    const {
      subcategories,
      keySubjects,
      moreLanguages: _,
      ...texts
    } = { ...profile, fullName: strangers[stranger].fullName }
    const form: [string, string][] = [
      ...Object.entries(texts),
      ...subcategories.map((name): [string, string] => ['subcategories.academic', name]),
      ...keySubjects.map((name): [string, string] => ['ownSubjects', name]),
    ]
    for (const path of ['/user/profile/edit', '/expert/profile/edit']) {
      expect((await attempt(path, form)).status).toBe(302)
    }
    const saved = await visits.rows<{ email: string }>('select email from profiles where phone_number = $1', [
      raviProfile.phone,
    ])
    expect(saved.map((row) => row.email)).toContain(strangers[stranger].email)
    expect(saved.map((row) => row.email)).not.toContain(email)
  })

  test('the switch and the approval', async () => {
    const online = await attempt('/expert/profile', { online: 'true' })
    expect(online.status).toBe(stranger === 'expert' ? 200 : 403)
    const suspension = { act: 'approval', approval: 'suspended', from: 'approved', reason: 'Because.' }
    expect((await attempt(`/team/experts/${ids.expert.expertId}`, suspension)).status).toBe(403)
  })

  test('the earnings', async () => {
    const form = { ...bank, id: randomUUID(), amount: '1', password: '', notes: '' }
    expect((await attempt('/expert/wallet', form)).status).toBe(403)
    // The stranger has no remembered bank account.
    expect((await attempt('/expert/wallet', { ...form, account: 'remembered' })).status).toBe(
      stranger === 'expert' ? 422 : 403,
    )
  })

  test('the photo', async () => {
    const before = await readOwnersRecords()
    const query = new URLSearchParams(listFields())
    const uploaded = await send('POST', `/photo-upload?${query}`, await createPhoto(listFields()), cookie())
    expect(await uploaded.json()).toEqual({ url: expect.not.stringContaining(ids[owner].id) })
    expect((await send('DELETE', `/photo-upload?${query}`, undefined, cookie())).status).toBe(200)
    for (const method of ['POST', 'DELETE']) {
      const answer = await send(method, `/photo-upload/${ids[owner].id}`, undefined, cookie())
      expect([404, 405]).toContain(answer.status)
    }
    expect(await readOwnersRecords()).toEqual(before)
    expect(before.files.filter((file) => file.endsWith('.webp'))).toHaveLength(2)
  })

  test('the data and the pages', async () => {
    const { email, fullName } = owners[owner]
    const query = new URLSearchParams({ ...listFields(), email })
    const paths = ['/own-data', `${own}/profile`, `${own}/profile/edit`, `${own}/security`]
    for (const path of [...paths, ...paths.map((page) => `${page}.data`)]) {
      const answer = await send('GET', `${path}?${query}`, undefined, cookie())
      const text = await answer.text()
      expect([200, 404]).toContain(answer.status)
      // Pages may echo the requested URL, so remove it before searching for the owner’s data.
      const ownText = text.replaceAll(query.toString(), '').replaceAll(query.toString().replaceAll('&', '&amp;'), '')
      expect(ownText).not.toContain(email)
      expect(ownText).not.toContain(fullName)
    }
    expect((await send('GET', `/own-data/${ids[owner].id}`, undefined, cookie())).status).toBe(404)
  })

  test('the wallet and the payments', async () => {
    if (owner !== 'student') return
    const id = randomUUID()
    const started = await send('POST', '/user/wallet', { act: 'add', id, amount: '100' }, cookies.owner.student)
    expect(started.status).toBe(302)
    const isStudent = stranger === 'student'
    expect((await attempt(`/user/wallet/pay/${id}`, { choice: 'pay' })).status).toBe(isStudent ? 404 : 403)
    const same = await send('POST', '/user/wallet', { act: 'add', id, amount: '100' }, cookie())
    expect(same.status).toBe(isStudent ? 409 : 403)
    await attempt('/user/wallet', { act: 'limit', amount: '1' })
    const page = await send('GET', `/user/wallet?payment=${id}`, undefined, cookie())
    expect(await page.text()).not.toContain('The payment was not finished')
    expect(await visits.rows('select state from payments where id = $1', [id])).toEqual([{ state: 'started' }])
  })

  test.each(['account', 'wallet'])('the live topic of the %s', async (kind) => {
    const { origin, port } = visits.product
    const peer = new LiveTestClient(`ws://127.0.0.1:${port}/live`, { origin, headers: { Cookie: cookie() } })
    await expect.poll(() => peer.last?.type).toBe('hello')
    const topic = `${kind}:${ids[owner].id}`
    peer.send({ type: 'watch', topic })
    const refused = { type: 'refused', what: 'watch', topic, text: refusals.not_allowed.text }
    await expect.poll(() => peer.last).toEqual(refused)
    await send('POST', '/photo-upload', await createPhoto(), cookies.owner[owner])
    peer.send({ type: 'ping' })
    await expect.poll(() => peer.last).toEqual({ type: 'pong' })
    expect(peer.received.map(({ type }) => type)).toEqual(['hello', 'refused', 'pong'])
    peer.socket.terminate()
  })
})

describe('the question file', () => {
  const id = randomUUID()
  let file: { key: string; name: string; type: string }
  const get = (path: string, cookie = '') => send('GET', path, undefined, cookie)
  beforeAll(async () => {
    const picture = Buffer.from(await onePixelPng())
    const stored = await send('POST', '/question-files?name=sums.png', picture, cookies.owner.student)
    ;({ file } = await stored.json())
    await visits.rows(
      `insert into help_sessions (id, student_id, expert_id, call_type, state, file_key, file_name, file_type,
        rate_paise_per_minute, share_percent, asked_at, ring_until, held_paise)
      values ($1, $2, $3, 'video', 'missed', $4, $5, $6, 1000, 80, now(), now(), 1000)`,
      [id, ids.student.id, ids.expert.id, file.key, file.name, file.type],
    )
  })

  test('is a download for both sides and the team, and never runs', async () => {
    for (const cookie of [cookies.owner.student, cookies.owner.expert, cookies.team]) {
      const answer = await get(`/sessions/${id}/file`, cookie)
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': "attachment; filename*=UTF-8''sums.webp",
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': expect.stringContaining('no-store'),
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
    }
    const shown = await get(`/sessions/${id}/file?inline`, cookies.owner.expert)
    expect(shown.headers.get('content-disposition')).toBe("inline; filename*=UTF-8''sums.webp")
  })

  test.each([
    ['x.html', 'x.html.pdf'],
    ["गणित (1)'s*.pdf", "गणित (1)'s*.pdf"],
    ['a";\r\nX-Evil: 1;.pdf', 'a";X-Evil: 1;.pdf'],
  ])('named %j is saved as %j and never shown inside a page', async (name, shown) => {
    const query = new URLSearchParams({ name })
    const stored = await send('POST', `/question-files?${query}`, pdfBytes, cookies.owner.student)
    const { file: document } = await stored.json()
    await visits.rows('update help_sessions set file_key = $1 where id = $2', [document.key, id])
    const { headers } = await get(`/sessions/${id}/file?inline`, cookies.owner.expert)
    const [, encoded = ''] =
      /^attachment; filename\*=UTF-8''([\w.%~!-]+)$/.exec(headers.get('content-disposition') ?? '') ?? []
    expect(decodeURIComponent(encoded)).toBe(shown)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('cache-control')).toContain('no-store')
    await visits.rows('update help_sessions set file_key = $1 where id = $2', [file.key, id])
  })

  test.each(['visitor', 'student', 'expert'] as const)('is not found for another %s', async (who) => {
    const cookie = who === 'visitor' ? '' : cookies.stranger[who]
    const paths = [`/sessions/${id}/file`, `/sessions/${id}/file?inline`, `/sessions/${id}/file.data`]
    for (const path of paths) {
      const answer = await get(path, cookie)
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain('sums')
    }
  })

  test('is not reachable by its storage key', async () => {
    const readers = ['', cookies.owner.student, cookies.stranger.expert]
    const places = [file.key, encodeURIComponent(file.key), `x/../${file.key}`, `%2e%2e/${file.key}`]
    const paths = places.flatMap((place) => [`/photos/${place}`, `/photos/${place}.webp`, `/${place}`])
    for (const path of [...paths, `/sessions/${encodeURIComponent(file.key)}/file`]) {
      for (const cookie of readers) expect((await get(path, cookie)).status).toBe(404)
    }
  })
})
