import { createContext } from 'react-router'
import type { Context } from '#domain/context.server.ts'
import type { Product } from '#kernel/product.ts'

/** What the server hands to the loaders and actions of one request. */
export type RequestScope = {
  requestId: string
  /** Marks the scripts of this page as ours. */
  nonce: string
  product: Product
  context: Context
  log: Log
}

export type Log = {
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const requestScope = createContext<RequestScope>()
