import type { ComponentProps } from 'react'
import { minuteText } from '#app/schedule/duration-text.ts'
import { Select } from '#app/ui/select.tsx'
import { bookingStepMinutes } from '#kernel/limits.ts'

type Props = Omit<ComponentProps<typeof Select>, 'children'> & {
  /** A day can begin at midnight, and end with it. */
  ends?: boolean
}

/** A time of day, on quarters of an hour. */
export function MinuteSelect({ ends = false, ...rest }: Props) {
  const minutes = Array.from({ length: 1_440 / bookingStepMinutes }, (_, index) =>
    ends ? (index + 1) * bookingStepMinutes : index * bookingStepMinutes,
  )
  return (
    <Select {...rest}>
      {minutes.map((minute) => (
        <option key={minute} value={minute}>
          {minuteText(minute)}
        </option>
      ))}
    </Select>
  )
}
