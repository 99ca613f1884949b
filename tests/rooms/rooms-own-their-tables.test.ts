import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { roomsBelow } from '#scripts/import-table.ts'
import { readSql, readSqlOfFile } from '#tests/rooms/read-sql.ts'
import { functionsOf, outside, reads, tablesOf } from '#tests/rooms/tables.ts'

const schema = readFileSync('platform/db/schema.ts', 'utf8').split('export interface DB')[1] ?? ''
const tables = new Set([...schema.matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name))
const owners = new Map(
  [...Object.entries(tablesOf), ...Object.entries(functionsOf)].flatMap(([room, names]) =>
    names.map((name) => [name, room] as const),
  ),
)
/** Functions that use no table. */
const pureFunctions = new Set([
  'address_unit',
  'bayesian_rating',
  'expert_standing',
  'fold',
  'kolkata_midnight',
  'short_grams',
  'slug',
])
const migrations = readdirSync('database/migrations')
  .map((file) => readFileSync(join('database/migrations', file), 'utf8'))
  .join('\n')
const functions = new Set(
  [...migrations.matchAll(/create (?:or replace )?function (\w+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !pureFunctions.has(name)),
)
const known = { tables, functions }

/** Every use of a table or database function in these folders. */
const tableUses = ['domain', 'live', 'app', 'server', 'demo'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) => {
      const room = folder === 'domain' ? (file.split('/')[1] ?? '') : folder
      const read = readSqlOfFile(file, known)
      const unknown = read.unknown.map(({ text, line }) => ({ name: text, kind: 'unknown' as const, line }))
      return [...read.tableUses, ...unknown].map(({ name, kind, line }) => ({ name, kind, line, file, room }))
    }),
)
const foreign = tableUses.filter(({ name, room }) => owners.get(name) !== room)
const inRooms = foreign.filter(({ room }) => room in roomsBelow)
const describeUse = ({ file, line, kind, name }: (typeof tableUses)[number]) =>
  `${file}:${line} ${kind}s ${name} of ${owners.get(name) ?? 'no room'}`

function hasReason({ room, name }: { room: string; name: string }): boolean {
  return (reads[room] ?? []).some(({ tables: named }) => named === 'every table' || named.includes(name))
}

test('every table and view has one owner', () => {
  const named = Object.values(tablesOf).flat()
  expect(named.toSorted()).toEqual([...tables].toSorted())
})

test('every called database function has an owner', () => {
  expect(tableUses.filter(({ kind, name }) => kind === 'call' && !owners.has(name)).map(describeUse)).toEqual([])
})

/** This file searches one of two tables, so its table name is a variable. */
const exception = 'domain/team/find-people.server.ts'

test('every table name is a literal in the code', () => {
  const unknown = tableUses.filter(({ kind, file }) => kind === 'unknown' && file !== exception)
  expect(unknown.map(describeUse)).toEqual([])
})

test('no room uses a table of a room above it', () => {
  const uses = inRooms.filter(({ room, name }) => {
    const owner = owners.get(name)
    return owner && !roomsBelow[room]?.includes(owner)
  })
  expect(uses.map(describeUse)).toEqual([])
})

test('only the owner of a table writes to it', () => {
  expect(inRooms.filter(({ kind }) => kind === 'write').map(describeUse)).toEqual([])
})

test('a room reads another room’s table only with a listed reason', () => {
  const unlisted = inRooms.filter((tableUse) => tableUse.kind !== 'unknown' && !hasReason(tableUse))
  expect(unlisted.map(describeUse)).toEqual([])
})

test('every reason is still needed', () => {
  const unused = Object.entries(reads).flatMap(([room, reasons]) =>
    reasons
      .flatMap(({ tables: named }) => (named === 'every table' ? [] : named))
      .filter((table) => !inRooms.some((tableUse) => tableUse.room === room && tableUse.name === table))
      .map((table) => `${room}: ${table}`),
  )
  expect(unused).toEqual([])
})

test('pages, sockets and the composition root contain no SQL on tables of rooms', () => {
  const outsideUses = foreign.filter(({ room, file }) => !(room in roomsBelow) && !(file in outside))
  expect(outsideUses.map(describeUse)).toEqual([])
  const unused = Object.keys(outside).filter((file) => !foreign.some((tableUse) => tableUse.file === file))
  expect(unused).toEqual([])
})

describe('reads', () => {
  const someNames = {
    tables: new Set(['profiles', 'bookings', 'sessions', 'experts']),
    functions: new Set(['wallet_hold']),
  }
  const read = (source: string) => readSql(source, someNames).tableUses.map(({ kind, name }) => `${kind} ${name}`)

  test.each([
    ["db.selectFrom('bookings as b').innerJoin('profiles', 'a', 'b')", ['read bookings', 'read profiles']],
    ["db.selectFrom(['bookings', 'experts'])", ['read bookings', 'read experts']],
    ["query.where(({ exists, selectFrom }) => exists(selectFrom('experts')))", ['read experts']],
    ["tx.insertInto('bookings').values({})", ['write bookings']],
    ["tx.deleteFrom('bookings').using('experts')", ['write bookings', 'read experts']],
    ["post(ctx, id, 'wallet_hold', [])", ['call wallet_hold']],
  ])('the builder: %s', (source, expected) => {
    expect(read(source).toSorted()).toEqual(expected.toSorted())
  })

  test.each([
    ['select 1 from bookings b join profiles p on p.id = b.id', ['read bookings', 'read profiles']],
    [
      'select from bookings, lateral (select from experts) e, profiles p',
      ['read bookings', 'read experts', 'read profiles'],
    ],
    ['insert into bookings (id) select id from experts', ['write bookings', 'read experts']],
    ['update bookings set a = 1 from experts', ['write bookings', 'read experts']],
    ['delete from bookings where id in (select id from experts) returning id', ['write bookings', 'read experts']],
    ['with fewer as (update bookings set a = 1) select from fewer', ['write bookings']],
    ['select id, sessions from experts order by sessions for update', ['read experts']],
    ["select 'from bookings' from experts -- join profiles", ['read experts']],
    ['select a is distinct from b, wallet_hold($1) from experts', ['call wallet_hold', 'read experts']],
    ['insert into experts values (1) on conflict (id) do update set a = 1', ['write experts']],
    ['exists (select from bookings where file_key = ${key})', ['read bookings']],
  ])('raw SQL: %s', (text, expected) => {
    expect(read(`sql\`${text}\``).toSorted()).toEqual(expected.toSorted())
  })

  test('SQL in a plain string, and no other strings', () => {
    expect(read("pool.query('select * from bookings')")).toEqual(['read bookings'])
    expect(read("const words = 'Select an expert from experts'")).toEqual(['read experts'])
    expect(read("t('bookings'); const place = 'from bookings'")).toEqual([])
  })

  test('a table name that is not a literal is reported', () => {
    expect(readSql('tx.deleteFrom(table)', someNames).unknown).toEqual([{ text: 'table', line: 1 }])
    expect(readSql('sql`select from ${sql.table(name)}`', someNames).unknown).toHaveLength(1)
  })
})
