import { parseSync } from 'vite'

type ExportedFunction = {
  name: string
  /** The source of the function and of the local functions that it uses. */
  text: string
}

type Declaration = { type: string; start: number; end: number; id?: { name: string } }

/** Lists the exported functions of a file, each with the local functions it uses. */
export function listExportedFunctions(source: string, file = 'file.ts'): ExportedFunction[] {
  const { program } = parseSync(file, source)
  const texts = new Map<string, string>()
  const exported: string[] = []
  for (const statement of program.body as unknown as (Declaration & { declaration?: Declaration })[]) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'FunctionDeclaration' || !declared.id) continue
    texts.set(declared.id.name, source.slice(declared.start, declared.end))
    if (declared !== statement) exported.push(declared.id.name)
  }
  return exported.map((name) => ({
    name,
    text: [...collectUsed(name, texts)].map((used) => texts.get(used)).join('\n'),
  }))
}

function collectUsed(name: string, texts: Map<string, string>, seen = new Set<string>()): Set<string> {
  seen.add(name)
  const words = new Set(texts.get(name)?.match(/\w+/g))
  for (const used of texts.keys()) if (words.has(used) && !seen.has(used)) collectUsed(used, texts, seen)
  return seen
}
