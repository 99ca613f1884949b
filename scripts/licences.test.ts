import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allowedLicences, licencesIn, writeLicencesPage, writeLicenceTexts } from '#scripts/licences.ts'
import { listShipped, readLock } from '#scripts/shipped-packages.ts'

const shipped = listShipped(readLock('.'))

test('docs/licences.md is current; npm run licences writes it', () => {
  expect(readFileSync('docs/licences.md', 'utf8')).toBe(writeLicencesPage(readLock('.')))
})

test('no package is shipped under a licence that is not allowed', () => {
  const others = shipped.filter((item) => licencesIn(item).some((licence) => !(licence in allowedLicences)))
  expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
  expect(licencesIn({ licence: '(MIT OR GPL-3.0-only)' })).toEqual(['MIT', 'GPL-3.0-only'])
})

test('every allowed licence is used by a shipped package', () => {
  const used = new Set(shipped.flatMap(licencesIn))
  expect(Object.keys(allowedLicences).filter((licence) => !used.has(licence))).toEqual([])
})

test('the texts name every shipped package and keep the notices of their authors', () => {
  const text = writeLicenceTexts('.')
  const missing = shipped.filter(({ name, version }) => !text.includes(`${name} ${version} (`))
  expect(missing).toEqual([])
  expect(text).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.')
  expect(text).toContain('SIL OPEN FONT LICENSE')
  // The decoders and fonts in pdf.js.
  for (const notice of ['2014 The PDFium Authors', '2014 PDFium Authors', 'Universite catholique de Louvain']) {
    expect(text).toContain(notice)
  }
  expect(text).not.toContain(process.cwd())
})
