/** How well a record matches a search, the best first: by its id, number or whole name, by the start of its name. */
export const searchMatches = ['exact', 'start', 'part'] as const
export type SearchMatch = (typeof searchMatches)[number]
