import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { newScratchFolder } from '#scripts/scratch.mjs'

test('a server that outlived the product is restarted, but never taken from a running product', async () => {
  const dataDir = await newScratchFolder('orphan')
  let exitDetail = ''
  const first = await startEmbeddedPostgres({ dataDir, onUnexpectedExit: (detail) => (exitDetail = detail) })
  const options = { dataDir, onUnexpectedExit: () => undefined }
  await expect(startEmbeddedPostgres(options)).rejects.toThrow('Another copy of Samjhao is using')

  // Without its owner's connection the running server is an orphan.
  const client = new pg.Client(first.superuserUrl)
  await client.connect()
  await client.query(`create table kept as select 42 as answer`)
  const owners = `pg_stat_activity where application_name = 'samjhao owner'`
  await client.query(`select pg_terminate_backend(pid) from ${owners}`)
  // Its lock is free when the connection is gone.
  await expect.poll(async () => (await client.query(`select from ${owners}`)).rowCount).toBe(0)
  await client.end()
  const second = await startEmbeddedPostgres(options)
  expect(exitDetail).toContain('PostgreSQL ended unexpectedly')
  const secondClient = new pg.Client(second.superuserUrl)
  await secondClient.connect()
  expect((await secondClient.query('select answer from kept')).rows).toEqual([{ answer: 42 }])
  await secondClient.end()
  await second.stop()
  await first.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('an older data folder gets the product’s role', async () => {
  const dataDir = await newScratchFolder('older')
  const options = { dataDir, onUnexpectedExit: () => undefined }
  const older = await startEmbeddedPostgres(options)
  const administrator = new pg.Client(older.superuserUrl)
  await administrator.connect()
  await administrator.query('drop role samjhao_app')
  await administrator.end()
  await older.stop()
  const file = join(dataDir, 'postgres.secrets.json')
  const { app: _gone, ...kept } = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify(kept))

  const restarted = await startEmbeddedPostgres(options)
  const product = new pg.Client(restarted.url)
  await product.connect()
  expect((await product.query('select current_user as me')).rows).toEqual([{ me: 'samjhao_app' }])
  await product.end()
  await restarted.stop()
  await rm(dataDir, { recursive: true, force: true })
})
