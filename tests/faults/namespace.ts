import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '#scripts/system-packages.mjs'

export type Network = Awaited<ReturnType<typeof createNetwork>>

/** Creates a network namespace for one browser, with a link that can be cut, slowed or made lossy. Needs root. */
export async function createNetwork() {
  const name = `samjhao-${process.pid}`
  const [here, there] = [`sj${process.pid}a`, `sj${process.pid}b`]
  const [hereAddress, thereAddress] = ['10.97.31.1', '10.97.31.2']
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-network-'))
  const inside = (command: string, ...args: string[]) => run('ip', 'netns', 'exec', name, command, ...args)
  run('ip', 'netns', 'add', name)
  run('ip', 'link', 'add', here, 'type', 'veth', 'peer', 'name', there, 'netns', name)
  run('ip', 'address', 'add', `${hereAddress}/30`, 'dev', here)
  run('ip', 'link', 'set', here, 'up')
  inside('ip', 'address', 'add', `${thereAddress}/30`, 'dev', there)
  inside('ip', 'link', 'set', there, 'up')
  inside('ip', 'link', 'set', 'lo', 'up')
  inside('ip', 'route', 'add', 'default', 'via', hereAddress)
  inside('nft', 'add', 'table', 'inet', 'weather')

  /** Drops this percentage of packets in each direction. */
  const lose = (percent: number) => {
    inside('nft', 'flush', 'table', 'inet', 'weather')
    for (const hook of ['input', 'output']) {
      inside('nft', `add chain inet weather ${hook} { type filter hook ${hook} priority 0; }`)
      const link = hook === 'input' ? 'iifname' : 'oifname'
      const which = percent < 100 ? `numgen random mod 100 < ${percent}` : ''
      inside('nft', `add rule inet weather ${hook} ${link} != lo ${which} drop`)
    }
  }
  const clear = () => inside('nft', 'flush', 'table', 'inet', 'weather')
  const limit = (rate: string) => {
    const shape = ['root', 'tbf', 'rate', rate, 'burst', '4kb', 'latency', '800ms']
    run('tc', 'qdisc', 'replace', 'dev', here, ...shape)
    inside('tc', 'qdisc', 'replace', 'dev', there, ...shape)
  }
  const unlimit = () => {
    run('tc', 'qdisc', 'del', 'dev', here, 'root')
    inside('tc', 'qdisc', 'del', 'dev', there, 'root')
  }
  const launcher = join(folder, 'chromium')
  await writeFile(
    launcher,
    `#!/bin/sh\nexec ip netns exec ${name} ${findChromium()} "--host-resolver-rules=MAP localhost ${hereAddress}" "$@"\n`,
  )
  await chmod(launcher, 0o755)
  return {
    /** The address of this machine in that network. */
    address: hereAddress,
    /** The command that starts Chromium in this network, where "localhost" resolves to this machine. */
    launcher,
    lose,
    clear,
    limit,
    unlimit,
    async remove(): Promise<void> {
      run('ip', 'netns', 'delete', name)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
