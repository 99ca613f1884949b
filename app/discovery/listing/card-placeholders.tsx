import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { listingPlaceholders } from '#kernel/limits.ts'

/** Placeholder cards with the exact layout of real ones, so that the page does not shift on load. */
export function CardPlaceholders() {
  return (
    <Loading label="Loading experts" className="expert-grid">
      {Array.from({ length: listingPlaceholders }, (_, number) => (
        <div key={number} data-placeholder="" className="flex flex-col rounded-card border border-line bg-raised p-5">
          <span className="flex items-center gap-4">
            <Skeleton className="size-18 shrink-0 rounded-full!" />
            <span className="grid flex-1 gap-2">
              <Skeleton className="h-3.5 w-20" />
              <Skeleton className="h-4.5 w-40" />
              <Skeleton className="h-3.5 w-11/12" />
            </span>
          </span>
          <span className="mt-4 flex gap-2">
            <Skeleton className="h-6.5 w-24 rounded-full!" />
            <Skeleton className="h-6.5 w-20 rounded-full!" />
          </span>
          <span className="mt-3.75 grid gap-1.5">
            <Skeleton className="h-3.5 w-full" />
            <Skeleton className="h-3.5 w-4/5" />
          </span>
          <Skeleton className="mt-auto mb-0.75 h-3.5 w-3/5" />
          <span className="mt-3 flex items-center gap-2 border-t border-line pt-3">
            <Skeleton className="mr-auto h-5 w-16" />
            <Skeleton className="h-11 w-23 md:h-9" />
            <Skeleton className="h-11 w-23 md:h-9" />
          </span>
        </div>
      ))}
    </Loading>
  )
}
