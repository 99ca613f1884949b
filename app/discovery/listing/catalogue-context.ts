import { createContext } from 'react'
import type { CatalogueGroup } from '#domain/content/contract.ts'

/** The categories in the team's order, for all filters. Undefined when the listing failed to load. */
export const CatalogueContext = createContext<CatalogueGroup[] | undefined>(undefined)
