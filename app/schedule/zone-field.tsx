import { useId, useState } from 'react'
import { clockTime, zoneText } from '#app/base/time-text.ts'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { defaultZone, findZone, canonicalZone } from '#kernel/zones.ts'

type Props = { zone: string; now: Date; error: string | undefined; onChange(): void }

/**
 * An IANA zone, from the list that the browser knows: typing any part of its name, or of what people call it, finds it. It says what
 * the clock shows there, so that a wrong one is seen at once.
 */
export function ZoneField({ zone, now, error, onChange }: Props) {
  const listId = useId()
  const [typed, setTyped] = useState(zone)
  const [names, setNames] = useState<string[]>([])
  const known = findZone(typed.trim())
  return (
    <Field
      label="Your time zone"
      error={error}
      hint={known ? `It is ${clockTime(now, known)} there now.` : 'Begin to type a city, such as Kolkata.'}
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
        // Four hundred names are asked for only by those who look for one.
        onFocus={() => setNames(zoneNames())}
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

function zoneNames(): string[] {
  return [...new Set([defaultZone, ...Intl.supportedValuesOf('timeZone').map(canonicalZone)])]
}
