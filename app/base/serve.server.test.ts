import { redirect, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type RequestScope, requestScope } from '#app/base/request.server.ts'
import { readForm, serve, serveJson } from '#app/base/serve.server.ts'
import type { Actor, Person } from '#domain/policy.ts'
import { Refusal } from '#kernel/refusals.ts'

const visitor: Actor = { kind: 'visitor', address: '192.0.2.1' }
const student: Actor = { kind: 'person', id: 'a' as never, role: 'student', approval: null, signInId: 's' }

function makeArgs(actor: Actor) {
  const context = new RouterContextProvider()
  context.set(requestScope, { requestId: 'r', context: { actor } } as RequestScope)
  return { context, request: new Request('http://own/here'), params: { id: '7' } }
}

test('runs the handler for an actor whom the policy allows', async () => {
  const loader = serve('student', async ({ context }) => context.actor.role)
  expect(await loader(makeArgs(student))).toBe('student')
})

test('refuses other actors with a status and does not run the handler', async () => {
  const loader = serve('expert', () => Promise.reject(new Error('The handler ran.')))
  const refused = (code: string, status: number) => ({ data: { code }, init: { status } })
  await expect(loader(makeArgs(visitor))).rejects.toMatchObject(refused('not_signed_in', 401))
  await expect(loader(makeArgs(student))).rejects.toMatchObject(refused('not_allowed', 403))
})

test('redirects a newcomer from any page to the terms, and refuses other requests', async () => {
  const newcomer: Actor = { kind: 'newcomer', id: 'a' as never, signInId: 's' }
  const handler = serve({ policy: 'expert', otherwise: () => 'otherwise' }, async () => 'served')
  const redirectedTo = await handler(makeArgs(newcomer)).catch((thrown: Response) => thrown.headers.get('location'))
  expect(redirectedTo).toBe('/accept-terms?redirect=%2Fhere')
  const post = { ...makeArgs(newcomer), request: new Request('http://own/here', { method: 'POST' }) }
  expect(await handler(post)).toBe('otherwise')
  await expect(serve('expert', async () => 'served')(post)).rejects.toMatchObject({ data: { code: 'terms_needed' } })
})

test('a newcomer in an open session keeps their role on the routes of that session', async () => {
  const inSession = { ...student, role: 'expert', onlySession: '7' } as Actor as Person
  const args = makeArgs({ kind: 'newcomer', id: 'a' as never, signInId: 's', inSession })
  const post = { ...args, request: new Request('http://own/here', { method: 'POST' }) }
  const during = (duringSession?: 'this' | 'any') =>
    serve({ policy: 'signedIn', ...(duringSession && { duringSession }) }, async ({ context }) => context.actor.role)
  expect(await during('this')(post)).toBe('expert')
  expect(await during('any')({ ...post, params: {} })).toBe('expert')
  const refused = { data: { code: 'terms_needed' } }
  await expect(during('this')({ ...post, params: { id: '8' } })).rejects.toMatchObject(refused)
  await expect(during('this')({ ...post, params: {} } as never)).rejects.toMatchObject(refused)
  await expect(during()(post)).rejects.toMatchObject(refused)
})

test('returns the result of `otherwise` for other actors', async () => {
  const loader = serve(
    {
      policy: 'student',
      otherwise({ context, request, params, refusal }) {
        return [context.actor.kind, new URL(request.url).pathname, params.id, refusal.code]
      },
    },
    async () => 'served',
  )
  expect(await loader(makeArgs(visitor))).toEqual(['visitor', '/here', '7', 'not_signed_in'])
  expect(await loader(makeArgs(student))).toBe('served')
})

test('`otherwise` may redirect or throw another refusal', async () => {
  const redirecting = serve({ policy: 'student', otherwise: () => Promise.reject(redirect('/login')) }, async () => 1)
  await expect(redirecting(makeArgs(visitor))).rejects.toMatchObject({ status: 302 })
  const refusing = serve(
    { policy: 'student', otherwise: () => Promise.reject(new Refusal('nothing_there')) },
    async () => 1,
  )
  await expect(refusing(makeArgs(visitor))).rejects.toMatchObject({ data: { code: 'nothing_there' } })
})

test('serveJson returns results and refusals as JSON', async () => {
  const loader = serveJson('signedIn', async ({ context }) => ({ id: context.actor.id }))
  expect(await (await loader(makeArgs(student))).json()).toEqual({ id: 'a' })
  const refused = await loader(makeArgs(visitor))
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ refusal: { code: 'not_signed_in' } })
})

test.each([
  ['plain text', 'act=end', 'text/plain'],
  ['JSON', '{"act":"end"}', 'application/json'],
  ['no content', undefined, undefined],
  ['parts without a boundary', 'act=end', 'multipart/form-data'],
  ['a null character', 'act=end&why=%00', 'application/x-www-form-urlencoded'],
])('a body of %s is refused as a form', async (_, body, type) => {
  const request = new Request('http://own/here', {
    method: 'POST',
    ...(body && { body }),
    ...(type && { headers: { 'Content-Type': type } }),
  })
  const action = serve('anyone', async () => readForm(request))
  await expect(action(makeArgs(visitor))).rejects.toMatchObject({
    data: { code: 'invalid_input' },
    init: { status: 400 },
  })
})

test('a valid form is read', async () => {
  const request = new Request('http://own/here', { method: 'POST', body: new URLSearchParams({ act: 'end' }) })
  expect((await readForm(request)).get('act')).toBe('end')
})
