import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, vi } from 'vitest'
import { listOutbox } from '#platform/mail/outbox.ts'

type Form = Record<string, string> | [string, string][] | FormData | Buffer<ArrayBuffer>

/**
 * Visits the shared demo over HTTP without a browser, so that requests can send values that no page offers. Each file
 * creates its own people (`openPeople`) and asserts only on their records, because files run in parallel.
 */
export function useVisits() {
  const product = inject('demo')
  let database: pg.Pool
  beforeAll(() => {
    database = new pg.Pool({ connectionString: product.databaseUrl, max: 2 })
  })
  afterAll(() => database.end())

  function send(method: string, path: string, form?: Form, cookie = '', origin = product.origin) {
    return fetch(product.origin + path, {
      method,
      redirect: 'manual',
      headers: { Origin: origin, Cookie: cookie },
      body: form && (form instanceof FormData || Buffer.isBuffer(form) ? form : new URLSearchParams(form)),
    })
  }

  /** Sends JSON, as a script of a page does. */
  function sendJson(path: string, body: object, cookie = '') {
    return fetch(product.origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: product.origin, Cookie: cookie, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  async function rows<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    return (await database.query(statement, values)).rows as Row[]
  }

  return {
    product,
    send,
    sendJson,
    rows,
    count: async (statement: string, values: unknown[] = []) => (await rows(statement, values)).length,

    /** Logs in and returns the cookie. */
    async logIn({ email, password }: { email: string; password: string }): Promise<string> {
      const answer = await send('POST', '/login', { email, password })
      const cookie = /samjhao_sign_in=[^;]+/.exec(answer.headers.getSetCookie().join(' '))?.[0] ?? ''
      expect(cookie).not.toBe('')
      return cookie
    },

    /** Waits for a mail to this email address and returns the link in the latest one. */
    linkMailedTo(email: string): Promise<string> {
      const readMails = async () => {
        const mails = await listOutbox(join(product.dataDir, 'outbox'))
        const links = mails.flatMap(({ to, text }) =>
          to === email ? (text.match(/\/reset-password\/[\w-]+/) ?? []) : [],
        )
        return links[0] ?? Promise.reject(new Error(`no link was mailed to ${email}`))
      }
      return vi.waitFor(readMails, { timeout: 15_000 })
    },
  }
}
