import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '#platform/cannot-start.ts'
import { type Config, readConfig } from '#server/config.server.ts'

/**
 * The configuration of the product and of every command: environment variables, and for those that are not set, the
 * file `.env` or the one that ENV_FILE names.
 */
export function loadConfig(): Config {
  const file = process.env.ENV_FILE || join(import.meta.dirname, '../.env')
  if (existsSync(file)) process.loadEnvFile(file)
  else if (process.env.ENV_FILE) throw new CannotStart(`ENV_FILE names ${file}, which does not exist.`)
  return readConfig(process.env)
}
