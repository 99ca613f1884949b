import { useRouteLoaderData } from 'react-router'
import type { Product } from '#kernel/product.ts'

/** The name and the contacts, as the root loader read them from the configuration. */
export function useProduct(): Product {
  const root = useRouteLoaderData<{ product: Product }>('root')
  if (!root) throw new Error('the product is known below the root route only')
  return root.product
}
