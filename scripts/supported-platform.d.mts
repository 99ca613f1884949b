/** The types of supported-platform.mjs for TypeScript files; that file must stay JavaScript to run under Node 20. */
export type Machine = { platform: string; arch: string; node: string; hasGlibc: boolean }

export function readPlatform(): Machine
export function findPlatformProblem(machine: Machine): string | undefined
