import { Copy, Plus, Trash2, X } from 'lucide-react'
import { useRef } from 'react'
import { MinuteSelect } from '#app/schedule/minute-select.tsx'
import { weekdays } from '#app/schedule/schedule-text.ts'
import { hourFields, nextRange, type Range, weekdayNumbers } from '#app/schedule/week.ts'
import { Button } from '#app/ui/button.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#app/ui/menu.tsx'

type Props = {
  weekday: number
  ranges: Range[]
  problem: string | undefined
  onChange(ranges: Range[]): void
  onCopy(to: number[]): void
}

/** Edits the hours of one weekday as a list of ranges. */
export function DayHours({ weekday, ranges, problem, onChange, onCopy }: Props) {
  const name = weekdays[weekday - 1] ?? ''
  const problemId = `hours-${weekday}-problem`
  const next = nextRange(ranges)
  const addButton = useRef<HTMLButtonElement>(null)
  // The remove button disappears with its range, so the focus moves to the add button.
  const remove = (remaining: Range[]) => {
    onChange(remaining)
    addButton.current?.focus()
  }
  const change = (key: number, part: Partial<Range>) =>
    onChange(ranges.map((range) => (range.key === key ? { ...range, ...part } : range)))
  return (
    <fieldset
      aria-describedby={problem ? problemId : undefined}
      className="grid gap-x-4 gap-y-2 border-t border-line py-4 md:grid-cols-[7.5rem_minmax(0,1fr)_auto]"
    >
      <legend className="sr-only">{name}</legend>
      <p aria-hidden="true" className="flex min-h-11 items-center self-start font-semibold">
        {name}
      </p>
      <div className="grid min-w-0 gap-2">
        {ranges.length === 0 && <p className="flex min-h-11 items-center text-quiet">No hours</p>}
        {ranges.map(({ key, from, to }, index) => {
          const rangeName = ranges.length > 1 ? `${name}, range ${index + 1}` : name
          return (
            <div key={key} className="flex items-center gap-2 *:min-w-0 max-sm:[&>div]:flex-1">
              <MinuteSelect
                name={hourFields.from(weekday)}
                aria-label={`${rangeName}, from`}
                aria-invalid={problem ? true : undefined}
                value={from}
                onChange={(event) => change(key, { from: Number(event.target.value) })}
                className="max-sm:pr-7 max-sm:pl-2.5 sm:w-36"
              />
              <span className="shrink-0 text-small text-quiet">to</span>
              <MinuteSelect
                isEnd
                name={hourFields.to(weekday)}
                aria-label={`${rangeName}, to`}
                aria-invalid={problem ? true : undefined}
                value={to}
                onChange={(event) => change(key, { to: Number(event.target.value) })}
                className="max-sm:pr-7 max-sm:pl-2.5 sm:w-36"
              />
              <IconButton
                label={`Remove ${rangeName}`}
                icon={<X className="size-4.5" />}
                onClick={() => remove(ranges.filter((range) => range.key !== key))}
              />
            </div>
          )
        })}
        {problem && (
          <p id={problemId} className="text-small text-bad">
            {problem}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-start gap-1 max-md:-ml-3.5 md:justify-end md:pt-1">
        <Button
          ref={addButton}
          variant="quiet"
          size="small"
          aria-label={`Add hours on ${name}`}
          aria-disabled={next ? undefined : true}
          onClick={() => next && onChange([...ranges, next])}
        >
          <Plus className="size-4" aria-hidden="true" />
          Add
        </Button>
        {ranges.length > 0 && (
          <>
            <CopyMenu weekday={weekday} name={name} onCopy={onCopy} />
            <Button variant="quiet" size="small" aria-label={`Clear ${name}`} onClick={() => remove([])}>
              <Trash2 className="size-4" aria-hidden="true" />
              Clear
            </Button>
          </>
        )}
      </div>
    </fieldset>
  )
}

const workdays = [1, 2, 3, 4, 5]

function CopyMenu({ weekday, name, onCopy }: Pick<Props, 'weekday' | 'onCopy'> & { name: string }) {
  const otherDays = weekdayNumbers.filter((day) => day !== weekday)
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="quiet" size="small" aria-label={`Copy ${name} to other days`}>
          <Copy className="size-4" aria-hidden="true" />
          Copy
        </Button>
      }
    >
      <MenuItem onSelect={() => onCopy(otherDays)}>To every day</MenuItem>
      <MenuItem onSelect={() => onCopy(workdays.filter((day) => day !== weekday))}>To Monday to Friday</MenuItem>
      <MenuSeparator />
      {otherDays.map((day) => (
        <MenuItem key={day} onSelect={() => onCopy([day])}>
          To {weekdays[day - 1]}
        </MenuItem>
      ))}
    </Menu>
  )
}
