import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fold, slug } from '#kernel/fold.ts'
import { useDatabase } from '#tests/database.ts'

const database = useDatabase()

test('the database and the program normalize words and slugs identically', async () => {
  const texts = [
    'Rādhikā Śarmā',
    'ÉCOLE  d’été',
    'सुनीता राव',
    'क़लम ज़रा',
    'Machine\tLearning\n II',
    'Ünïcödé ß Ǆ',
    'C++ & C#',
    'ПРИВЕТ мир',
    '🙂 smile',
    'x\u0301\u0323',
  ]
  const { rows } = await sql<{ folded: string; slugged: string }>`
    select fold(t) as folded, slug(t) as slugged from unnest(${texts}::text[]) with ordinality u (t, n) order by n`.execute(
    database.db(),
  )
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(fold))
  expect(rows.map(({ slugged }) => slugged)).toEqual(texts.map(slug))
})
