/** The types of free-port.mjs for TypeScript files; that file must stay JavaScript to run under Node 20. */
export function freePort(): Promise<number>
export function isFree(port: number): Promise<boolean>
