import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from '#server/security-headers.ts'

const haproxy = readFileSync('deploy/haproxy.cfg', 'utf8')

test('HAProxy accepts only TLS 1.2 or newer, with forward secrecy and authenticated encryption', () => {
  expect(haproxy).toMatch(/^ *ssl-default-bind-options ssl-min-ver TLSv1\.2 /m)
  const [, ciphers = ''] = /^ *ssl-default-bind-ciphers (.+)$/m.exec(haproxy) ?? []
  expect(ciphers.split(':').length).toBeGreaterThan(2)
  for (const cipher of ciphers.split(':')) expect(cipher).toMatch(/^ECDHE-.*(GCM|CHACHA20)/)
})

test('nginx has the same ciphers as HAProxy, and no older protocols', () => {
  const nginx = readFileSync('deploy/nginx.conf', 'utf8')
  expect(nginx).toMatch(/^ *ssl_protocols TLSv1\.2 TLSv1\.3;$/m)
  const [, ciphers] = /^ *ssl-default-bind-ciphers (.+)$/m.exec(haproxy) ?? []
  expect(nginx).toContain(`ssl_ciphers ${ciphers};`)
})

test('the outage page of HAProxy has the security headers', () => {
  const [head = ''] = readFileSync('deploy/unavailable.http', 'utf8').split(/\r?\n\r?\n/)
  expect(head).toContain('X-Content-Type-Options: nosniff')
  expect(head).toContain('Strict-Transport-Security: max-age=63072000')
  expect(head).toContain(`Content-Security-Policy: ${contentSecurityPolicy([])}`)
  expect(head).toContain('Referrer-Policy: strict-origin-when-cross-origin')
})

test('the relay accepts only TLS 1.2 or newer', () => {
  const coturn = readFileSync('deploy/coturn.conf', 'utf8').split('\n')
  expect(coturn).toEqual(expect.arrayContaining(['no-tlsv1', 'no-tlsv1_1']))
})
