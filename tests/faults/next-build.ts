import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** The folders that the product and its build need. */
const folders = ['app', 'database', 'demo', 'domain', 'kernel', 'live', 'platform', 'public', 'scripts', 'server']
const files = ['package.json', 'package-lock.json', 'react-router.config.ts', 'tsconfig.json', 'vite.config.ts']

/** Builds a next version in a separate folder. Its pages are marked, and its schema has one more column. */
export async function buildNextVersion() {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-next-'))
  for (const name of [...folders, ...files]) await cp(join(root, name), join(folder, name), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await replaceInFile(join(folder, 'app/root.tsx'), '<html', '<html data-version="next"')
  const newest = (await readdir(join(folder, 'database/migrations'))).toSorted().at(-1)?.slice(0, 4)
  const migration = `-- serves: ${newest}\nalter table profiles add column next text;\n`
  await writeFile(join(folder, 'database/migrations/9998_next.sql'), migration)
  execFileSync(process.execPath, ['scripts/set-up.mjs', '--build'], { cwd: folder, stdio: 'pipe' })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function replaceInFile(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  await writeFile(file, text.replace(from, to))
}
