import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

// Opens many sockets in a separate process that only count bytes, so that reader CPU is not mixed with sender CPU.
// Usage: node bench/fanout-readers.ts port count raw|ws [first message]
const [port = '', count = '', kind = '', message = ''] = process.argv.slice(2)
const sockets: Socket[] = []
let bytes = 0

for (let number = 0; number < Number(count); number += 1) {
  const socket = kind === 'raw' ? connect(Number(port), '127.0.0.1') : await upgraded()
  if (kind === 'raw') await once(socket, 'connect')
  if (message) socket.write(maskedFrame(message))
  sockets.push(socket)
  socket.on('data', (chunk) => {
    bytes += chunk.length
  })
}
console.log('ready')
process.stdin.on('data', () => console.log(bytes))
process.stdin.on('end', () => process.exit())

async function upgraded(): Promise<Socket> {
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    Origin: 'http://own',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  }
  const asking = request({ port, host: '127.0.0.1', path: '/live', headers })
  asking.end()
  const [, socket, head] = await once(asking, 'upgrade')
  bytes += head.length
  return socket
}

/** Masked with zeros, which leaves the text unchanged. */
function maskedFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
}
