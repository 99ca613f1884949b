import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntilListening } from '#tests/haproxy.ts'
import { findNginx } from '#scripts/system-packages.mjs'

const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

type Deployment = { port: number; httpPort: number; nodePorts: number[]; certificate: { file: string; key: string } }

/** Starts a real nginx with deploy/nginx.conf, in which only the settings marked with "YOURS" are replaced. */
export async function startNginx({ port, httpPort, nodePorts, certificate }: Deployment) {
  const path = findNginx()
  if (!path) throw new Error('nginx is required: run "sudo apt-get install nginx" (Debian).')
  const folder = mkdtempSync(join(tmpdir(), 'samjhao-nginx-'))
  const configuration = join(folder, 'nginx.conf')
  const nodes = nodePorts.map((nodePort) => `server 127.0.0.1:${nodePort} max_fails=1 fail_timeout=2s;\n`)
  // The folders of Debian exist only where the package is installed.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};\n`,
  )
  const replacements: [RegExp, string][] = [
    [/^http \{\n/m, `http {\n${temporary.join('')}`],
    [/(^ +server 127\.0\.0\.1:300.*\n)+/m, nodes.join('')],
    [/listen 80;/, `listen 127.0.0.1:${httpPort};`],
    [/listen 443 /, `listen 127.0.0.1:${port} `],
    [/\/etc\/samjhao\/fullchain\.pem/, certificate.file],
    [/\/etc\/samjhao\/privkey\.pem/, certificate.key],
    [/samjhao\.example/g, 'localhost'],
  ]
  let text = readFileSync(join(import.meta.dirname, '../deploy/nginx.conf'), 'utf8')
  for (const [pattern, replacement] of replacements) {
    if (!pattern.test(text)) throw new Error(`deploy/nginx.conf has nothing like ${pattern}`)
    text = text.replace(pattern, replacement)
  }
  writeFileSync(configuration, text)
  const args = ['-p', folder, '-c', configuration]
  const check = spawnSync(path, ['-t', ...args], { encoding: 'utf8' })
  if (check.status !== 0) throw new Error(`nginx refuses the configuration: ${check.stderr}`)
  const child = spawn(path, [...args, '-g', 'daemon off;'], { stdio: 'ignore' })
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  await waitUntilListening(`127.0.0.1:${port}`)
  return {
    async stop(): Promise<void> {
      // The workers end with their parent.
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
