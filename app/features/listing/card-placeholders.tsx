import { Loading, Skeleton, SkeletonText } from '#app/ui/skeleton.tsx'
import { listingPlaceholders } from '#kernel/limits.ts'

/** Where cards will stand, in their shape. */
export function CardPlaceholders() {
  return (
    <Loading label="Loading experts" className="expert-grid">
      {Array.from({ length: listingPlaceholders }, (_, number) => (
        <div
          key={number}
          data-placeholder=""
          className="flex flex-col rounded-card border border-line bg-raised p-5"
        >
          <span className="flex items-center gap-4">
            <Skeleton className="size-18 rounded-full!" />
            <span className="grid flex-1 gap-2.5">
              <Skeleton className="h-3.5 w-20" />
              <Skeleton className="h-4.5 w-40" />
              <Skeleton className="h-3.5 w-28" />
            </span>
          </span>
          <span className="mt-4 flex gap-2">
            <Skeleton className="h-6.5 w-24 rounded-full!" />
            <Skeleton className="h-6.5 w-20 rounded-full!" />
          </span>
          <SkeletonText lines={2} className="mt-4" />
          <span className="mt-auto flex items-center justify-between border-t border-line pt-3">
            <Skeleton className="h-5 w-16" />
            <Skeleton className="h-9 w-40" />
          </span>
        </div>
      ))}
    </Loading>
  )
}
