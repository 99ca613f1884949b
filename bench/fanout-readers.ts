import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'

// Opens many sockets and counts the bytes they receive. It is a separate process, so that the CPU time of the readers
// is not counted with that of the sender.
// Usage: node bench/fanout-readers.ts port count raw|ws [first message]
const [port = '', count = '', kind = '', message = ''] = process.argv.slice(2)
const sockets: Socket[] = []
let bytes = 0

for (let number = 0; number < Number(count); number += 1) {
  const socket = kind === 'raw' ? connect(Number(port), '127.0.0.1') : await openWebSocket()
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

async function openWebSocket(): Promise<Socket> {
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    Origin: 'http://own',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  }
  const upgradeRequest = request({ port, host: '127.0.0.1', path: '/live', headers })
  upgradeRequest.end()
  const [, socket, head] = await once(upgradeRequest, 'upgrade')
  bytes += head.length
  return socket
}

/** Masks with zeros, which leaves the text unchanged. The text must be ASCII and shorter than 126 characters. */
function maskedFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
}
