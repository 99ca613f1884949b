import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps, type RequestOptions } from 'node:https'
import type { CalendarProblem } from '#kernel/calendar-problems.ts'
import { calendarFetchTimeoutMs, calendarMaxBytes, calendarRedirectsMax } from '#kernel/limits.ts'
import { createUrlCheck, isLocalHost } from '#platform/calendars/calendar-urls.ts'
import { UnreadableCalendar } from '#platform/calendars/port.ts'
import {
  createFindAddresses,
  createPublicLookup,
  type FindAddresses,
  PrivateAddress,
} from '#platform/push/public-address.ts'

export type FetchOptions = {
  /**
   * Hosts, named by the operator, that may have private addresses, other ports and plain http. Experts can then send
   * requests to all their ports.
   */
  localHosts: string[]
  findAddresses?: FindAddresses
  timeoutMs?: number
  maxBytes?: number
  /** For tests: trusts this certificate. */
  ca?: RequestOptions['ca']
}

type Validators = { etag: string | null; lastModified: string | null }
type FetchedCalendar = 'unchanged' | ({ text: string } & Validators)

/**
 * Fetches a calendar from a URL that a person has chosen. Each connection goes to the address that was checked, and
 * each redirect is checked like the first URL. Time, size and redirects are limited.
 */
export function createFetchCalendar({
  localHosts,
  findAddresses = createFindAddresses(),
  timeoutMs = calendarFetchTimeoutMs,
  maxBytes = calendarMaxBytes,
  ca,
}: FetchOptions) {
  const checkUrl = createUrlCheck(localHosts)
  const lookup = createPublicLookup(findAddresses)

  return async function fetchCalendar(url: string, validators: Validators): Promise<FetchedCalendar> {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await follow(url, validators, signal)
    } catch (error) {
      throw error instanceof UnreadableCalendar ? error : new UnreadableCalendar(findProblem(error, signal))
    }
  }

  async function follow(first: string, validators: Validators, signal: AbortSignal): Promise<FetchedCalendar> {
    let url = requireAllowed(first, 'private_host')
    for (let redirects = 0; redirects <= calendarRedirectsMax; redirects += 1) {
      const response = await get(url, toHeaders(validators), signal)
      const { statusCode = 0, headers } = response
      if (isRedirect(statusCode) && headers.location) {
        response.destroy()
        if (!URL.canParse(headers.location, url)) throw new UnreadableCalendar('bad_redirect')
        url = requireAllowed(new URL(headers.location, url).href, 'bad_redirect')
        continue
      }
      const isConditional = validators.etag !== null || validators.lastModified !== null
      if (statusCode === 304 && isConditional) {
        response.destroy()
        return 'unchanged'
      }
      if (statusCode !== 200) {
        response.destroy()
        throw new UnreadableCalendar('status', { status: statusCode })
      }
      return {
        text: await readText(response),
        etag: headers.etag ?? null,
        lastModified: headers['last-modified'] ?? null,
      }
    }
    throw new UnreadableCalendar('too_many_redirects')
  }

  function requireAllowed(text: string, problem: CalendarProblem): URL {
    const checked = checkUrl(text)
    if ('problem' in checked) throw new UnreadableCalendar(problem)
    return new URL(checked.url)
  }

  function get(url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    // No agent: a kept connection would not be checked again. A local host is found by the operating system.
    const options = { headers, signal, ca, agent: false, ...(!isLocalHost(url, localHosts) && { lookup }) }
    const sent = url.protocol === 'http:' ? requestHttp(url, options) : requestHttps(url, options)
    sent.on('response', resolve)
    sent.on('error', reject)
    sent.end()
    return promise
  }

  async function readText(response: IncomingMessage): Promise<string> {
    const encoding = response.headers['content-encoding'] ?? 'identity'
    const pieces: Buffer[] = []
    let length = Number(response.headers['content-length'] ?? 0)
    if (length > maxBytes || encoding !== 'identity') {
      response.destroy()
      throw new UnreadableCalendar(encoding === 'identity' ? 'too_large' : 'not_a_calendar')
    }
    length = 0
    for await (const piece of response) {
      length += piece.length
      if (length > maxBytes) throw new UnreadableCalendar('too_large')
      pieces.push(piece)
    }
    return Buffer.concat(pieces).toString()
  }
}

function toHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    Accept: 'text/calendar, */*;q=0.1',
    'Accept-Encoding': 'identity',
    'User-Agent': 'Samjhao calendar reader',
    ...(etag !== null && { 'If-None-Match': etag }),
    ...(lastModified !== null && { 'If-Modified-Since': lastModified }),
  }
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status)
}

/** Several addresses of a host may fail at once, each with its own error. */
function findProblem(error: unknown, signal: AbortSignal): CalendarProblem {
  if (error instanceof PrivateAddress) return 'private_host'
  if (signal.aborted) return 'no_answer'
  const { code = '', errors = [] } = error as { code?: string; errors?: unknown[] }
  if (errors.length > 0 && code === '') return findProblem(errors[0], signal)
  if (['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'ESERVFAIL', 'EREFUSED'].includes(code)) return 'unknown_host'
  if (['ETIMEOUT', 'ETIMEDOUT', 'ECANCELLED'].includes(code)) return 'no_answer'
  return /CERT|_TLS_|_SSL_|SIGNATURE|EPROTO/.test(code) ? 'certificate' : 'no_connection'
}
