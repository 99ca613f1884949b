import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSealer, newDataKey, readDataKeys } from '#platform/sealing/aes-gcm.ts'
import { getOrCreateKeyFile } from '#platform/sealing/key-file.ts'

const old = { id: 'old', bytes: Buffer.from(Array.from({ length: 32 }, (_, index) => index)) }
const fresh = { id: 'new', bytes: Buffer.alloc(32, 7) }
const field = { purpose: 'bank account', rowId: '5f0c' } as const
/** Created by another implementation (Python's cryptography) with the same key, field and a known nonce. */
const sealedElsewhere = 'v1.old.AAECAwQFBgcICQoLDkSFWOUHQKKtcKW4hdxOWrvvtwXC6f_1_JfejAzdZi2uo5lTKQ'
const text = 'IFSC ₹ 123456789012'

test('a sealer opens its own texts and those of another implementation', () => {
  const sealer = createSealer([old])
  expect(sealer.open(sealedElsewhere, field)).toBe(text)
  const sealed = sealer.seal(text, field)
  expect(sealed).not.toContain('1234')
  expect(sealer.open(sealed, field)).toBe(text)
  expect(sealer.seal(text, field)).not.toBe(sealed)
  expect(sealer.open(sealer.seal('', field), field)).toBe('')
})

test('a sealer does not open a text with any changed character', () => {
  const sealer = createSealer([old])
  const start = 'v1.old.'.length
  for (let at = start; at < sealedElsewhere.length - 1; at += 1) {
    const changed = `${sealedElsewhere.slice(0, at)}${sealedElsewhere[at] === 'A' ? 'B' : 'A'}${sealedElsewhere.slice(at + 1)}`
    expect(() => sealer.open(changed, field)).toThrow('was changed or belongs elsewhere')
  }
  for (const broken of [
    '',
    'v1.old.',
    'v2' + sealedElsewhere.slice(2),
    `${sealedElsewhere}.x`,
    sealedElsewhere.slice(0, 40),
  ]) {
    expect(() => sealer.open(broken, field)).toThrow('sealed')
  }
})

test('a sealed text has no padding, and equal blocks of a text are not equal when sealed', () => {
  const block = '0123456789abcdef'
  const sealed = createSealer([old]).seal(block.repeat(8), field).split('.').at(-1) ?? ''
  const bytes = Buffer.from(sealed, 'base64url')
  const [nonceBytes, tagBytes] = [12, 16]
  expect(bytes.length).toBe(nonceBytes + block.length * 8 + tagBytes)
  const body = bytes.subarray(nonceBytes, -tagBytes)
  const blocks = Array.from({ length: 8 }, (_, index) => body.subarray(index * 16, index * 16 + 16).toString('hex'))
  expect(new Set(blocks).size).toBe(8)
  expect(createSealer([old]).seal('x', field).length).toBe(`v1.old.`.length + Math.ceil((29 * 4) / 3))
})

test('a sealer opens a text only in the field that it was sealed for', () => {
  const sealer = createSealer([old])
  for (const elsewhere of [
    { ...field, rowId: '5f0d' },
    { ...field, purpose: 'withdrawal' },
    { purpose: 'bank account', rowId: '' },
  ] as const) {
    expect(() => sealer.open(sealedElsewhere, elsewhere)).toThrow('was changed or belongs elsewhere')
  }
})

test('the first key seals, all keys open, and a missing key is named', () => {
  const sealer = createSealer([fresh, old])
  expect(sealer.open(sealedElsewhere, field)).toBe(text)
  expect(sealer.isCurrent(sealedElsewhere)).toBe(false)
  const sealed = sealer.seal(text, field)
  expect(sealed).toMatch(/^v1\.new\./)
  expect(sealer.isCurrent(sealed)).toBe(true)
  expect(() => createSealer([old]).open(sealed, field)).toThrow('DATA_KEYS lacks the key "new"')
  const namesake = { id: 'old', bytes: fresh.bytes }
  expect(() => createSealer([namesake]).open(sealedElsewhere, field)).toThrow('was changed or belongs elsewhere')
})

test('equal texts have equal fingerprints, with one key and for one purpose', () => {
  const sealer = createSealer([fresh, old])
  const fingerprint = sealer.fingerprint(text, 'bank account')
  expect(fingerprint).toMatch(/^v1\.new\.[\w-]{43}$/)
  expect(createSealer([fresh]).fingerprint(text, 'bank account')).toBe(fingerprint)
  expect(sealer.fingerprint(`${text} `, 'bank account')).not.toBe(fingerprint)
  expect(createSealer([{ ...old, id: 'new' }]).fingerprint(text, 'bank account')).not.toBe(fingerprint)
  expect(sealer.isCurrent(fingerprint)).toBe(true)
  expect(createSealer([old]).isCurrent(fingerprint)).toBe(false)
})

test('keys are read completely or not at all', () => {
  const [first, second] = [newDataKey(), newDataKey()]
  expect(readDataKeys(`${first}, ${second}`)?.map(({ bytes }) => bytes.length)).toEqual([32, 32])
  const short = `a:${Buffer.alloc(31).toString('base64')}`
  for (const wrong of ['', first.slice(7), `${first},`, `${first},${first}`, `${first},${short}`, 'a b:c']) {
    expect(readDataKeys(wrong)).toBeUndefined()
  }
})

test('the embedded mode creates one key, readable only by its owner, and keeps it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'samjhao-keys-'))
  const [first, second] = await Promise.all([getOrCreateKeyFile(dataDir), getOrCreateKeyFile(dataDir)])
  expect(second).toEqual(first)
  const file = join(dataDir, 'data-keys')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await getOrCreateKeyFile(dataDir)).toEqual(first)
  await writeFile(file, `${newDataKey()},${(await readFile(file, 'utf8')).trim()}\n`)
  expect((await getOrCreateKeyFile(dataDir)).slice(1)).toEqual(first)
  await writeFile(file, 'nothing')
  await expect(getOrCreateKeyFile(dataDir)).rejects.toThrow('holds no keys')
  await rm(dataDir, { recursive: true })
})
