import { join } from 'node:path'

/** The folder where products of the tests keep compiled code: type stripping and parsing took 40% of every start. */
export const compileCache = join(import.meta.dirname, '../node_modules/.cache/node-compile')
