import { useRouteLoaderData } from 'react-router'
import type { Product } from '#kernel/product.ts'

/** The product name and contacts, as the root loader read them from the configuration. */
export function useProduct(): Product {
  const root = useRouteLoaderData<{ product: Product }>('root')
  if (!root) throw new Error('useProduct must be used below the root route')
  return root.product
}
