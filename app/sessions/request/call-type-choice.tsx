import { Phone, Video } from 'lucide-react'
import { useId } from 'react'
import type { CallType } from '#domain/sessions/contract.ts'

const choices = [
  { type: 'audio', Icon: Phone, label: 'Audio call' },
  { type: 'video', Icon: Video, label: 'Video call' },
] as const

type Props = {
  /** The field name, when used in a plain form. */
  name?: string
  value: CallType
  disabled: boolean
  onChange(callType: CallType): void
}

export function CallTypeChoice({ name, value, disabled, onChange }: Props) {
  const ownName = useId()
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1.5 text-small font-semibold">How do you want to talk?</legend>
      <div className="grid grid-cols-2 gap-2">
        {choices.map(({ type, Icon, label }) => (
          <label
            key={type}
            className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-control border border-line-strong font-semibold transition-colors hover:bg-raised has-checked:border-accent has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:opacity-50"
          >
            <input
              type="radio"
              name={name ?? ownName}
              value={type}
              checked={value === type}
              onChange={() => onChange(type)}
              className="sr-only"
            />
            <Icon className="size-4.5" aria-hidden="true" />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
