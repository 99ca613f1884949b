import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tablesOf } from '#tests/rooms/tables.ts'

const ids = JSON.parse(readFileSync('tests/security/asvs-ids.json', 'utf8')) as Record<string, string[]>
const overview = readFileSync('docs/security.md', 'utf8')
const chapters = readdirSync('docs/security')
  .filter((name) => name.startsWith('asvs-'))
  .toSorted()
  .map((name) => ({ name, rows: readRows(readFileSync(`docs/security/${name}`, 'utf8')) }))
const rows = chapters.flatMap((chapter) => chapter.rows)
const inventory = readFileSync('docs/security/inventory.md', 'utf8')

type Row = { id: string; level: string; state: string; proof: string }

function readRows(text: string): Row[] {
  const cells = text.split('\n').map((line) => line.split(/ ?(?<!\\)\| ?/))
  return cells.flatMap(([, id = '', level = '', , state = '', proof = '']) =>
    id.startsWith('V') ? [{ id, level, state, proof }] : [],
  )
}

test('every requirement of levels 1 and 2 appears once, with its level', () => {
  const wanted = Object.entries(ids).flatMap(([level, names]) => names.map((id) => `${id} ${level}`))
  expect(wanted).toHaveLength(253)
  expect(rows.map(({ id, level }) => `${id} level ${level}`).toSorted()).toEqual(wanted.toSorted())
})

test('every requirement is met, does not apply or is open, with an explanation', () => {
  const wrong = rows.filter(({ state, proof }) => !['met', 'n/a', 'open'].includes(state) || proof.length < 10)
  expect(wrong).toEqual([])
  const unexplained = rows.filter(({ state, proof }) => state === 'open' && !/Missing: |Follows |As \d/.test(proof))
  expect(unexplained).toEqual([])
})

test('no page announces unfinished parts', () => {
  const names = readdirSync('docs/security').map((name) => `docs/security/${name}`)
  const pages = ['SECURITY.md', 'docs/security.md', 'docs/threats.md', 'docs/access.md', 'docs/attack.md', ...names]
  expect(pages.filter((name) => /being built/i.test(readFileSync(name, 'utf8')))).toEqual([])
})

test('SECURITY.md has a time limit for each kind of update', () => {
  const limits = [...readFileSync('SECURITY.md', 'utf8').matchAll(/^\| (\w+).* \| (\d+ \w+) \|$/gm)]
  expect(limits.map(([, kind, limit]) => [kind, limit])).toEqual([
    ['critical', '48 hours'],
    ['high', '7 days'],
    ['others', '30 days'],
  ])
})

test.each(rows)('the tests that $id names exist', ({ proof }) => {
  for (const [, file = '', title = ''] of proof.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: “(.+?)”/g)) {
    expect(readFileSync(file, 'utf8')).toContain(title.replaceAll('\\|', '|'))
  }
})

test('every file and record that is named in a proof or in the threats exists', () => {
  const threats = readFileSync('docs/threats.md', 'utf8')
  const texts = [overview, threats, inventory, ...rows.map(({ proof }) => proof)].join('\n')
  const files = [
    ...texts.matchAll(/`((?:app|domain|kernel|live|platform|server|tests|deploy|database|docs|scripts)\/[\w./-]+)`/g),
  ]
  expect(files.length).toBeGreaterThan(200)
  expect(files.map(([, file = '']) => file).filter((file) => !existsSync(file))).toEqual([])
})

test('the counts of the overview match the chapters', () => {
  for (const { name, rows: chapterRows } of chapters) {
    const count = (state: string) => chapterRows.filter((row) => row.state === state).length
    const line = overview.split('\n').find((text) => text.includes(`(security/${name})`))
    expect(line).toContain(`| ${chapterRows.length} | ${count('met')} | ${count('n/a')} | ${count('open')} |`)
  }
  const count = (state: string) => rows.filter((row) => row.state === state).length
  expect(overview).toContain(`| **253** | **${count('met')}** | **${count('n/a')}** | **${count('open')}** |`)
  const open = rows.filter(({ state }) => state === 'open').map(({ id }) => id)
  const listed = [...overview.matchAll(/^\| (V[\d.]+) \|/gm)].map(([, id]) => id)
  expect(listed.toSorted()).toEqual(open.toSorted())
})

test('every file that uses cryptography is in the inventory', () => {
  const uses = /\b(randomBytes|createHash|createHmac|createCipheriv|createECDH|hkdfSync|generateKeyPairSync|argon2)\b/
  const files = ['app', 'domain', 'kernel', 'live', 'platform', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const found = files.filter(
    (file) => /(?<!\.test)\.tsx?$/.test(file) && uses.test(readFileSync(file, 'utf8')) && !file.endsWith('.d.ts'),
  )
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter((file) => !inventory.includes(`\`${file}\``))).toEqual([])
})

test('every room with tables is in a class of data', () => {
  const [, data = ''] = inventory.split('\n## Data\n')
  for (const room of Object.keys(tablesOf)) expect(data).toContain(`\`${room}\``)
})
