import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { parseSync } from 'vite'
import routeConfig from '#app/routes.ts'

/** The loader or the action of a route, and the policy that guards it. */
type Handler = { handler: string; kind: string; policy: unknown }

type Node = {
  type: string
  name?: string
  value?: unknown
  arguments?: Node[]
  callee?: Node
  properties?: Property[]
}
type Property = { key: Node; value: Node }

/** Every route with its path, such as `/team/people/:id`, and its file. A layout has the path of its parent. */
export const routes = listRoutes(await routeConfig, '')

function listRoutes(entries: RouteConfigEntry[], above: string): { path: string; file: string }[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const own = path ? `${above}/${path}` : above
    return [{ path: own || '/', file: join('app', file) }, ...listRoutes(children, own)]
  })
}

/** Lists the loader and the action of a file with their policies. */
export function listHandlers(file: string): Handler[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    const { declaration, specifiers } = statement
    const exportedNames = specifiers.map(({ exported }) => ({ id: exported as Node, init: null }))
    const constants = declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
    const functions = declaration?.type === 'FunctionDeclaration' ? [{ id: declaration.id, init: null }] : []
    return ([...exportedNames, ...constants, ...functions] as { id: Node; init: Node | null }[])
      .filter(({ id }) => id.name === 'loader' || id.name === 'action')
      .map(({ id, init }) => ({
        handler: `${file} ${id.name}`,
        kind: String(id.name),
        policy: init && findPolicy(init),
      }))
  })
}

/** Reads `serve('team', …)`, `serveJson('team', …)` or `serve({ policy: 'team', otherwise }, …)`. */
function findPolicy({ callee, arguments: [first] = [] }: Node): unknown {
  if (callee?.name !== 'serve' && callee?.name !== 'serveJson') return null
  const named = first?.properties?.find(({ key }) => key.name === 'policy')
  return (named?.value ?? first)?.value
}
