import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

// Set-up builds beside the running product and swaps the folders when the build is complete.
const buildDirectory = process.env.BUILD_DIRECTORY ?? 'build'

export default {
  ssr: true,
  buildDirectory,
  // The whole route table is small; asking the server for pieces of it would cost a round trip per page.
  routeDiscovery: { mode: 'initial' },
  buildEnd: () => compressFiles(join(buildDirectory, 'client')),
} satisfies Config

/** Done once here with the best quality, so that the server never compresses a file. */
function compressFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|txt)$/.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const content = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(content))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}
