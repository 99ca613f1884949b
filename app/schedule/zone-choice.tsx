import { Globe } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { zoneText } from '#app/base/time-text.ts'
import { useZone } from '#app/base/zone.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { canonicalZone } from '#kernel/zones.ts'

type Props = {
  zone: string
  /** The date for the UTC offset, which changes with summer time. */
  at: Date
  /** The URL of this page in another zone. */
  to(zone: string): string
}

/** Shows the zone of the times and lets the user change it. */
export function ZoneChoice({ zone, at, to }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const navigate = useNavigate()
  useBrowserZone(zone, to)
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2 text-small text-soft">
        <Globe className="size-4 shrink-0 text-quiet" aria-hidden="true" />
        <span>
          Times are in <strong className="font-semibold text-text">{zoneText(zone, at)}</strong>
        </span>
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="px-2 underline underline-offset-4 noscript:hidden"
        >
          Change<span className="sr-only"> the time zone</span>
        </Button>
      </p>
      {isOpen && (
        <Field label="Your time zone" className="mt-2 max-w-96">
          <Select
            defaultValue={zone}
            onChange={({ currentTarget }) =>
              void navigate(to(currentTarget.value), { replace: true, preventScrollReset: true })
            }
          >
            {[...new Set([zone, ...Intl.supportedValuesOf('timeZone').map(canonicalZone)])].toSorted().map((name) => (
              <option key={name} value={name}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  )
}

/** Switches to the browser's zone when the user has chosen none, because the server may not have that zone yet. */
function useBrowserZone(zone: string, to: Props['to']): void {
  const viewerZone = useZone()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const latestTo = useRef(to)
  useEffect(() => {
    latestTo.current = to
  })
  // The server renders visitor pages in the default zone, and hydration must match it.
  const isHydrated = useHydrated()
  const isOtherZone = isHydrated && !params.has('zone') && viewerZone !== zone
  useEffect(() => {
    if (isOtherZone) void navigate(latestTo.current(viewerZone), { replace: true, preventScrollReset: true })
  }, [isOtherZone, viewerZone, navigate])
}
