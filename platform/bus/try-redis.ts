import { createClient } from '@redis/client'
import { prefix } from '#platform/bus/redis.ts'

/** Connects as the bus does, asks for an answer, and publishes a message that nobody receives. Returns the delay. */
export async function tryRedis(url: string, timeoutMs: number): Promise<{ answerMs: number }> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: timeoutMs, socketTimeout: timeoutMs, reconnectStrategy: false },
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const askedAtMs = performance.now()
    await client.ping()
    const answerMs = performance.now() - askedAtMs
    await client.publish(`${prefix}doctor`, '')
    return { answerMs }
  } finally {
    client.destroy()
  }
}
