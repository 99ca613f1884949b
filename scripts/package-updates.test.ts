import { describe, expect, test } from 'vitest'
import { findLateUpdate, readKnownFlaws } from '#scripts/package-updates.ts'

const now = new Date('2026-11-19T12:00:00Z')
const find = (version: string, published: Record<string, string>) =>
  findLateUpdate({ name: 'hono', version }, published, now)

describe('an update is late', () => {
  test('when a newer version has been public for more than thirty days', () => {
    const published = { '4.13.1': '2026-09-01T00:00:00Z', '4.13.2': '2026-10-01T00:00:00Z' }
    expect(find('4.13.1', published)).toEqual({ name: 'hono', version: '4.13.1', newer: '4.13.2', days: 49 })
    expect(find('4.13.2', published)).toBeNull()
  })

  test('counted from the first newer version, not from the last one', () => {
    const published = { '4.13.2': '2026-10-01T00:00:00Z', '4.13.10': '2026-11-18T00:00:00Z' }
    expect(find('4.13.1', published)).toMatchObject({ newer: '4.13.2' })
  })

  test('but not within thirty days, or for test versions and other major versions', () => {
    expect(find('4.13.1', { '4.14.0': '2026-10-25T00:00:00Z' })).toBeNull()
    expect(find('4.13.1', { '4.14.0-beta.1': '2026-08-01T00:00:00Z', '5.0.0': '2026-08-01T00:00:00Z' })).toBeNull()
    expect(find('0.13.1', { '0.14.0': '2026-08-01T00:00:00Z' })).toBeNull()
  })
})

test('a registry that does not answer is distinguished from one without known flaws', () => {
  expect(readKnownFlaws('{"message":"405 Method Not Allowed","statusCode":405}')).toBeNull()
  expect(readKnownFlaws('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual([])
  expect(readKnownFlaws('{"vulnerabilities":{"hono":{"severity":"high"}}}')).toEqual(['hono: high'])
})
