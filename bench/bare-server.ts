import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'

// The baseline of bench/ssr.ts: Node’s own server with one page from standard input, compressed once.
const page = brotliCompressSync(await buffer(process.stdin))
const server = createServer((_request, response) => {
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': page.length,
  })
  response.end(page)
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
