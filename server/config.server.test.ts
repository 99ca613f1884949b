import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig, variables } from '#server/config.server.ts'

const database = { DATABASE_URL: 'postgres://u:secret@db.internal/samjhao' }

test('nothing set gives the embedded demo on loopback', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ host: '127.0.0.1', port: 3000, databaseUrl: undefined, logLevel: 'warn' })
  expect(config.product.origin).toBe('http://localhost:3000')
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

describe('a wrong value names the variable and what it must be', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 1 to 65535 (it is "abc").'],
    [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535 (it is "0").'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// address (it is "…").'],
    [{ PUBLIC_ORIGIN: 'https://a.example/path' }, 'PUBLIC_ORIGIN must be the address in the browser'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8,banana' }, 'TRUSTED_PROXIES must be addresses or ranges'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES must be addresses or ranges'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be at least 16 characters (it is "…").'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
    [{ SUPPORT_EMAIL: 'nobody' }, 'SUPPORT_EMAIL must be an e-mail address'],
  ])('%o', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})

describe('a combination that cannot be meant refuses to start', () => {
  test.each([
    [{ HOST: '0.0.0.0' }, 'HOST must be 127.0.0.1, ::1 or localhost while the embedded demo'],
    [{ ...database, HOST: '0.0.0.0' }, 'PUBLIC_ORIGIN must be set when HOST is not a loopback address'],
    [
      { ...database, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://a.example' },
      'PUBLIC_ORIGIN must start with https',
    ],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT must differ from PORT'],
    [{ METRICS_PORT: '9000', METRICS_TOKEN: 'x'.repeat(16) }, 'exclude each other'],
  ])('%o', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })

  test('but a public server behind https is fine', () => {
    const config = readConfig({ ...database, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://a.example' })
    expect(config.product.origin).toBe('https://a.example')
  })
})

test('no message repeats a secret', () => {
  expect(() => readConfig({ DATABASE_URL: 'http://u:hunter2@x' })).toThrow(/^(?!.*hunter2)/s)
})

test('.env.example lists every variable with its default, and no other', () => {
  const lines = readFileSync('.env.example', 'utf8').matchAll(/^# ?([A-Z_]+)=(.*)$/gm)
  const listed = Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
  const expected = Object.fromEntries(Object.entries(variables).map(([name, v]) => [name, v.fallback]))
  expect(listed).toEqual(expected)
})
