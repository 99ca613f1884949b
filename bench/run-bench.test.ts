import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runBench } from '#bench/run-bench.ts'

const figuresModule = join(import.meta.dirname, 'figures.ts')
const ratio = { figure: 'ours / limit', value: 0.5, unit: 'ratio', better: 'higher' }
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samjhao-run-bench-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('collects the figures of a bench', async () => {
  expect(await run(`report(${JSON.stringify(ratio)})`)).toEqual({ figures: [ratio], failure: null })
})

it('keeps figures reported before a failure', async () => {
  const outcome = await run(`report(${JSON.stringify(ratio)}); process.exit(3)`)
  expect(outcome).toEqual({ figures: [ratio], failure: 'ended with 3' })
})

it('counts a bench without a figure as failed', async () => {
  expect(await run('')).toEqual({ figures: [], failure: 'reported no figure' })
})

it('refuses a figure that is not a number', async () => {
  const outcome = await run(`
    try { report({ figure: 'ours / limit', value: 0 / 0, unit: 'ratio' }) } catch { process.exit(4) }`)
  expect(outcome).toEqual({ figures: [], failure: 'ended with 4' })
})

it('stops a bench that takes too long, with the processes that it started', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const startedChild = once(server, 'connection') as Promise<[Socket]>
  const tooLong = new AbortController()
  const running = run(
    `import { spawn } from 'node:child_process'
    spawn(process.execPath, ['-e', "require('node:net').connect(${port}, '127.0.0.1')"])`,
    tooLong.signal,
  )
  const [connection] = await startedChild
  const childEnded = once(connection.resume(), 'close')
  tooLong.abort('took too long')
  expect(await running).toEqual({ figures: [], failure: 'took too long' })
  await childEnded
  server.close()
})

async function run(source: string, stop = new AbortController().signal) {
  const script = join(folder, 'bench.ts')
  await writeFile(script, `import { report } from ${JSON.stringify(figuresModule)}\n${source}\n`)
  return runBench({ script, args: [], stop })
}
