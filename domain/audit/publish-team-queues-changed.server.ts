import type { Context } from '#domain/context.server.ts'

/** Call after the commit of any change to the queues of the team: open team pages reload. */
export function publishTeamQueuesChanged({ publish }: Context): void {
  publish('waiting:team', { type: 'changed' })
}
