import { createContext } from 'react'
import type { CatalogueGroup } from '#domain/content/contract.ts'

/** The categories in the team's order, for filters wherever they stand; nothing while the listing could not be loaded. */
export const CatalogueContext = createContext<CatalogueGroup[] | undefined>(undefined)
