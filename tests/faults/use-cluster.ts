import { afterAll, beforeAll } from 'vitest'
import { type Cluster, startCluster } from '#tests/cluster.ts'
import { connectToCluster, type People } from '#tests/faults/calls-under-fault.ts'

type Options = NonNullable<Parameters<typeof startCluster>[0]> & Record<string, unknown>
type StopLater = (stop: () => Promise<unknown>) => void

/**
 * Starts a cluster for the calling file and connects to it. `startParts` starts the parts that the cluster needs and
 * returns its options, which the result includes. All parts are stopped in reverse order.
 */
export function useCluster<Parts extends Options>(startParts: (stopLater: StopLater) => Promise<Parts>) {
  const stops: Parameters<StopLater>[0][] = []
  const fixture = {} as Parts & { cluster: Cluster; people: People }
  beforeAll(async () => {
    const parts = await startParts((stop) => stops.push(stop))
    const cluster = await startCluster(parts)
    stops.push(cluster.stop)
    const people = await connectToCluster(cluster)
    stops.push(people.close)
    Object.assign(fixture, parts, { cluster, people })
  })
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop()
  })
  return fixture
}
