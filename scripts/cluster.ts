import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { cast } from '#demo/cast.ts'
import { startCluster } from '#tests/cluster.ts'
import { ensureProxy, ensureRedis, ensureTurnserver } from '#scripts/system-packages.mjs'

// Runs three nodes, PostgreSQL, Redis, an S3-compatible store, coturn and HAProxy on this machine with the demo people
// until stopped.
// Usage: npm run cluster [-- port]
for (const ensure of [ensureTurnserver, ensureRedis, ensureProxy]) ensure()
const port = Number(process.argv[2] ?? 3000)
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error(`The port must be a whole number from 1 to 65535 (it is "${process.argv[2]}").`)
  process.exit(1)
}
const cluster = await startCluster({ port, report: (step) => console.log(`Starting ${step}`) })
const seeding = spawn(process.execPath, [join(import.meta.dirname, 'seed-demo.ts')], {
  env: { ...process.env, ...cluster.settings, DATA_DIR: join(cluster.folder, 'node-1') },
  stdio: 'inherit',
})
await once(seeding, 'exit')
console.log(`\nOpen ${cluster.origin}\n`)
for (const { email, password } of Object.values(cast)) console.log(`  ${email}  ${password}`)
console.log('\nTo test a failure, kill a node:')
for (const [index, node] of cluster.nodes.entries())
  console.log(`  node ${index + 1}: kill -9 ${node.process.pid}, at ${node.origin}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    console.log('Stopping')
    void cluster.stop().finally(() => process.exit())
  })
