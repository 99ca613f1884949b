import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { freePort } from '#scripts/free-port.mjs'
import { findChromium } from '#scripts/system-packages.mjs'

/** Both directions of a line. `queueMs` is how long packets may wait for the rate before they are dropped. */
export type Shape = { kbit: number | null; delayMs: number; lossPercent: number; queueMs: number }

export type ShaperOptions = {
  tunnelLink: { here: string; there: string }
  lines: { name: string; ports: Record<'host' | 'browser' | 'fromHost' | 'fromBrowser', number> }[]
  /** Ports of the product on loopback that browsers reach at an address of this machine. */
  forwards: { address: string; port: number }[]
}

export const unshaped: Shape = { kbit: null, delayMs: 0, lossPercent: 0, queueMs: 1_000 }

/** Two runs at the same time have addresses of their own. */
const network = `10.${64 + (process.pid % 128)}`
/** An address of this machine that is reachable over every line. */
const hostAddress = `${network}.0.1`
/** The tunnels leave their own namespace over this link. Inside one namespace, VXLAN would pass packets on directly. */
const tunnelLink = { here: `${network}.254.1`, there: `${network}.254.2` }

/**
 * Creates a network namespace for one browser, with one or more lines to this machine that have a rate, a delay and
 * loss. A line is a VXLAN tunnel through `shaper.ts`, because many kernels have no `netem`. Needs root.
 */
export async function createShapedLines({ names, productPort }: { names: string[]; productPort: number }) {
  const namespace = `samjhao-lines-${process.pid}`
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-lines-'))
  const runInside = (command: string, ...args: string[]) => run('ip', 'netns', 'exec', namespace, command, ...args)
  const tunnels = `${namespace}-tunnels`
  const runInTunnels = (...args: string[]) => run('ip', 'netns', 'exec', tunnels, ...args)
  for (const name of [namespace, tunnels]) run('ip', 'netns', 'add', name)
  runInside('ip', 'link', 'set', 'lo', 'up')
  const linkName = `sl${process.pid}`
  run('ip', 'link', 'add', linkName, 'type', 'veth', 'peer', 'name', linkName, 'netns', tunnels)
  run('ip', 'address', 'add', `${tunnelLink.here}/30`, 'dev', linkName)
  run('ip', 'link', 'set', linkName, 'up')
  runInTunnels('ip', 'address', 'add', `${tunnelLink.there}/30`, 'dev', linkName)
  runInTunnels('ip', 'link', 'set', linkName, 'up')
  run('ip', 'address', 'replace', `${hostAddress}/32`, 'dev', 'lo')
  const lines = await Promise.all(
    names.map(async (name, index) => ({ name, index, device: `sl${process.pid}${index}`, ports: await choosePorts() })),
  )
  for (const { index, device, ports } of lines) {
    const [hostEnd, browserEnd] = [`${network}.${index + 1}.1`, `${network}.${index + 1}.2`]
    for (const [end, listens, sendsTo, netns] of [
      [`${device}h`, ports.host, ports.fromHost, String(process.pid)],
      [`${device}b`, ports.browser, ports.fromBrowser, namespace],
    ] as const) {
      const tunnel = ['type', 'vxlan', 'id', String(index + 1), 'dstport', String(listens), 'nolearning']
      runInTunnels('ip', 'link', 'add', end, 'mtu', '1400', ...tunnel)
      const destination = ['dst', tunnelLink.here, 'port', String(sendsTo)]
      runInTunnels('bridge', 'fdb', 'append', '00:00:00:00:00:00', 'dev', end, ...destination)
      // Whole packets only, because the shaper does not split what a network card would split.
      runInTunnels('ip', 'link', 'set', end, 'gso_max_segs', '1')
      // The packets of a tunnel stay in the namespace where it was created.
      runInTunnels('ip', 'link', 'set', end, 'netns', netns)
    }
    run('ip', 'address', 'add', `${hostEnd}/30`, 'dev', `${device}h`)
    run('ip', 'link', 'set', `${device}h`, 'up')
    runInside('ip', 'address', 'add', `${browserEnd}/30`, 'dev', `${device}b`)
  }
  const removeLinks = () => {
    for (const { device } of lines) run('ip', 'link', 'delete', `${device}h`)
    for (const name of [namespace, tunnels]) run('ip', 'netns', 'delete', name)
    run('ip', 'address', 'delete', `${hostAddress}/32`, 'dev', 'lo')
  }
  process.once('exit', removeLinks)
  const worker = new Worker(new URL('shaper.ts', import.meta.url), {
    workerData: { tunnelLink, lines, forwards: [{ address: hostAddress, port: productPort }] } satisfies ShaperOptions,
  })
  await once(worker, 'message')
  const launcher = join(folder, 'chromium')
  await writeFile(
    launcher,
    `#!/bin/sh\nexec ip netns exec ${namespace} ${findChromium()} "--host-resolver-rules=MAP localhost ${hostAddress}" "$@"\n`,
  )
  await chmod(launcher, 0o755)

  const getLine = (name: string) => lines[names.indexOf(name)] as (typeof lines)[number]
  return {
    /** The command that starts Chromium in this network, where "localhost" resolves to this machine. */
    launcher,
    async shape(line: string, shape: Shape): Promise<void> {
      worker.postMessage({ line, shape }, [])
      await once(worker, 'message')
    },
    /** Like a phone that finds a network. The line that was connected first carries the traffic. */
    connect(name: string): void {
      const { index, device } = getLine(name)
      runInside('ip', 'link', 'set', `${device}b`, 'up')
      const metric = String(10 + index)
      runInside('ip', 'route', 'add', 'default', 'via', `${network}.${index + 1}.1`, 'metric', metric)
    },
    disconnect(name: string): void {
      runInside('ip', 'link', 'set', `${getLine(name).device}b`, 'down')
    },
    async remove(): Promise<void> {
      await worker.terminate()
      removeLinks()
      process.off('exit', removeLinks)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function choosePorts(): Promise<ShaperOptions['lines'][number]['ports']> {
  const [host, browser, fromHost, fromBrowser] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  return { host, browser, fromHost, fromBrowser }
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}
