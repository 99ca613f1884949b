/** The types of scratch.mjs for TypeScript files; that file must stay JavaScript to run under Node 20. */
export function newScratchFolder(name: string): Promise<string>
export function removeAbandonedScratch(): void
