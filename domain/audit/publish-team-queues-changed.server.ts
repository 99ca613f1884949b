import type { Context } from '#domain/context.server.ts'

/** After the commit of whatever changes what waits for the team: its open pages ask again. */
export function publishTeamQueuesChanged({ publish }: Context): void {
  publish('waiting:team', { type: 'changed' })
}
