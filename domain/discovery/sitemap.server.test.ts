import { expect, test } from 'vitest'
import { listForSitemap } from '#domain/discovery/queries.server.ts'
import { listSitemapCuts } from '#domain/discovery/sitemap.server.ts'
import { useDatabase } from '#tests/database.ts'
import { newExpert } from '#tests/experts.ts'

const { as } = useDatabase()
const visitor = () => as({ kind: 'visitor', address: '203.0.113.5' })

test('every listed expert is in exactly one part, and no one else is', async () => {
  expect(await listSitemapCuts(visitor(), 2)).toEqual([])
  const listed: string[] = []
  for (let count = 0; count < 5; count += 1) listed.push((await newExpert(as)).expertId)
  await newExpert(as, { approval: 'pending' })
  await newExpert(as, { complete: false })

  const cuts = await listSitemapCuts(visitor(), 2)
  expect(cuts).toHaveLength(2)
  const parts = []
  for (const after of [null, ...cuts]) parts.push(await listForSitemap(visitor(), { after, limit: 2 }))
  expect(parts.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(parts.flat().map(({ id }) => id)).toEqual(listed.toSorted())
})

test('experts that fit into one part are not split', async () => {
  expect(await listSitemapCuts(visitor(), 5)).toEqual([])
  expect(await listSitemapCuts(visitor(), 4)).toHaveLength(1)
  expect(await listSitemapCuts(visitor())).toEqual([])
})
