import type { Context } from '#domain/context.server.ts'

/** Makes open team pages reload. Call it after the commit of any change to the queues of the team. */
export function publishTeamQueuesChanged({ publish }: Context): void {
  publish('waiting:team', { type: 'changed' })
}
