import type { Server } from 'node:http'
import { CannotStart } from '#platform/cannot-start.ts'

type Address = { host: string; port: number }
/** The variables that choose the address, for error messages. */
type Names = { host: string; port: string }

export function listen(server: Server, { host, port }: Address, names: Names): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is already in use: stop the program that uses it, or choose another with ${names.port}.`
          : `Cannot listen on ${host}:${port} (${error.message}): change ${names.host} or ${names.port}.`
      reject(new CannotStart(reason, { cause: error }))
    })
    server.listen(port, host, () => resolve(server))
  })
}
