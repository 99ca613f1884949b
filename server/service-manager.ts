import { execFile } from 'node:child_process'
import type { Logger } from 'pino'
import type { Config } from '#server/config.server.ts'

type ServiceManager = { ready(): void; stopping(): void }

/**
 * Tells systemd when this process is ready, that it still works, and that it stops. Node has no sockets of this kind, so
 * systemd's own program sends the messages. If the event loop stands still, no message is sent, and systemd restarts the
 * process.
 */
export function connectServiceManager(
  { serviceManager }: Pick<Config, 'serviceManager'>,
  log: Pick<Logger, 'warn'>,
): ServiceManager {
  if (!serviceManager) return { ready: () => undefined, stopping: () => undefined }
  const { watchdogMs } = serviceManager
  return {
    ready() {
      notify('READY=1')
      // Three messages in each period, so that a busy machine may lose one.
      if (watchdogMs) setInterval(() => notify('WATCHDOG=1'), watchdogMs / 3).unref()
    },
    stopping: () => notify('STOPPING=1'),
  }

  function notify(message: string): void {
    execFile('systemd-notify', [message], (err) => {
      if (err) log.warn({ err }, 'notifying systemd failed')
    })
  }
}
