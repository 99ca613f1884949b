import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a disk of this size. Needs root. */
export async function createDisk(megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'samjhao-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    folder,
    /** Fills the disk until only this many megabytes are free. */
    async fill(leftMegabytes: number): Promise<void> {
      const available = execFileSync('df', ['--output=avail', '-m', folder], { encoding: 'utf8' })
      const file = await open(filler, 'a')
      const megabyte = Buffer.alloc(1024 * 1024)
      for (let left = Number(available.split('\n')[1]); left > leftMegabytes; left -= 1) await file.write(megabyte)
      await file.close()
    },
    empty: () => truncate(filler, 0),
    async remove(): Promise<void> {
      execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true })
    },
  }
}
