import type { ComponentProps } from 'react'
import { minuteText } from '#app/schedule/duration-text.ts'
import { Select } from '#app/ui/select.tsx'
import { bookingStepMinutes } from '#kernel/limits.ts'

type Props = Omit<ComponentProps<typeof Select>, 'children'> & {
  /** Selects an end time: the list runs from 0:15 to midnight instead of from 0:00. */
  isEnd?: boolean
}

/** Selects a time of day in steps of 15 minutes. */
export function MinuteSelect({ isEnd = false, ...rest }: Props) {
  const minutes = Array.from({ length: 1_440 / bookingStepMinutes }, (_, index) =>
    isEnd ? (index + 1) * bookingStepMinutes : index * bookingStepMinutes,
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
