import * as React from 'react'

/**
 * React records a stack for every element it creates, until 10,000 in a second, to name the owner of an element in a
 * warning. It took an eighth of the time of component tests. This counter makes React believe that it created too many.
 */
export function disableOwnerStacks(): void {
  const internals = (React as unknown as Record<string, object>)[
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  ]
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => 10_000,
    // React resets the counter every second.
    set() {},
  })
}
