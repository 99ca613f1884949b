import { useId, useState } from 'react'
import { clockTime, zoneText } from '#app/base/time-text.ts'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { defaultZone, findZone, canonicalZone } from '#kernel/zones.ts'

type Props = { zone: string; now: Date; error: string | undefined; onChange(): void }

/**
 * Selects an IANA zone from the browser's list, by any part of its name or display text. The hint shows the local time,
 * so that users notice a wrong zone.
 */
export function ZoneField({ zone, now, error, onChange }: Props) {
  const listId = useId()
  const [typed, setTyped] = useState(zone)
  const [names, setNames] = useState<string[]>([])
  const foundZone = findZone(typed.trim())
  return (
    <Field
      label="Your time zone"
      error={error}
      hint={foundZone ? `It is ${clockTime(now, foundZone)} there now.` : 'Start typing a city, such as Kolkata.'}
      required
    >
      <TextInput
        name="zone"
        list={listId}
        value={typed}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        // The list has about 400 names, so it is loaded on focus.
        onFocus={() => setNames(listZoneNames())}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange()
        }}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name}>
            {zoneText(name, now)}
          </option>
        ))}
      </datalist>
    </Field>
  )
}

function listZoneNames(): string[] {
  return [...new Set([defaultZone, ...Intl.supportedValuesOf('timeZone').map(canonicalZone)])]
}
