import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '#scripts/system-packages.mjs'

/** Creates a network namespace for one browser, with a link that can be cut, slowed or made lossy. Needs root. */
export async function createNetwork() {
  const name = `samjhao-${process.pid}`
  const [hostLink, browserLink] = [`sj${process.pid}a`, `sj${process.pid}b`]
  const [hostAddress, browserAddress] = ['10.97.31.1', '10.97.31.2']
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-network-'))
  const runInside = (command: string, ...args: string[]) => run('ip', 'netns', 'exec', name, command, ...args)
  run('ip', 'netns', 'add', name)
  run('ip', 'link', 'add', hostLink, 'type', 'veth', 'peer', 'name', browserLink, 'netns', name)
  run('ip', 'address', 'add', `${hostAddress}/30`, 'dev', hostLink)
  run('ip', 'link', 'set', hostLink, 'up')
  runInside('ip', 'address', 'add', `${browserAddress}/30`, 'dev', browserLink)
  runInside('ip', 'link', 'set', browserLink, 'up')
  runInside('ip', 'link', 'set', 'lo', 'up')
  runInside('ip', 'route', 'add', 'default', 'via', hostAddress)
  runInside('nft', 'add', 'table', 'inet', 'faults')

  /** Drops this percentage of packets in each direction. */
  const dropPackets = (percent: number) => {
    runInside('nft', 'flush', 'table', 'inet', 'faults')
    for (const hook of ['input', 'output']) {
      runInside('nft', `add chain inet faults ${hook} { type filter hook ${hook} priority 0; }`)
      const link = hook === 'input' ? 'iifname' : 'oifname'
      const condition = percent < 100 ? `numgen random mod 100 < ${percent}` : ''
      runInside('nft', `add rule inet faults ${hook} ${link} != lo ${condition} drop`)
    }
  }
  const stopDropping = () => runInside('nft', 'flush', 'table', 'inet', 'faults')
  const limitRate = (rate: string) => {
    const shape = ['root', 'tbf', 'rate', rate, 'burst', '4kb', 'latency', '800ms']
    run('tc', 'qdisc', 'replace', 'dev', hostLink, ...shape)
    runInside('tc', 'qdisc', 'replace', 'dev', browserLink, ...shape)
  }
  const removeLimit = () => {
    run('tc', 'qdisc', 'del', 'dev', hostLink, 'root')
    runInside('tc', 'qdisc', 'del', 'dev', browserLink, 'root')
  }
  const launcher = join(folder, 'chromium')
  await writeFile(
    launcher,
    `#!/bin/sh\nexec ip netns exec ${name} ${findChromium()} "--host-resolver-rules=MAP localhost ${hostAddress}" "$@"\n`,
  )
  await chmod(launcher, 0o755)
  return {
    /** The address of this machine in the network of the browser. */
    address: hostAddress,
    /** The command that starts Chromium in this network, where "localhost" resolves to this machine. */
    launcher,
    dropPackets,
    stopDropping,
    limitRate,
    removeLimit,
    async remove(): Promise<void> {
      run('ip', 'netns', 'delete', name)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
