/** Findings of tools that were looked at and are none, each with the reason. They are counted, not hidden. */
export const falsePositives: { finding: RegExp; reason: string }[] = []
