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
  /** On which day: in summer a zone may be further from Greenwich. */
  at: Date
  /** The address of the same page by another clock. */
  to(zone: string): string
}

/** By which clock the times are told, and a way to another. */
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
          className="px-2 underline underline-offset-4"
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
            {[...new Set([zone, ...Intl.supportedValuesOf('timeZone').map(canonicalZone)])]
              .toSorted()
              .map((name) => (
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

/** Who has not chosen a clock gets the one of the browser, of which the server may not have heard yet. */
function useBrowserZone(zone: string, to: Props['to']): void {
  const viewerZone = useZone()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const address = useRef(to)
  useEffect(() => {
    address.current = to
  })
  // A visitor's page comes with the usual clock, and the first drawing over it knows no other.
  const isOwn = useHydrated()
  const isOther = isOwn && !params.has('zone') && viewerZone !== zone
  useEffect(() => {
    if (isOther) void navigate(address.current(viewerZone), { replace: true, preventScrollReset: true })
  }, [isOther, viewerZone, navigate])
}
