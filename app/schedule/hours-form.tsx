import { type FormEvent, useRef, useState } from 'react'
import type { FormAnswer } from '#app/base/forms/form-answer.ts'
import { NewerVersion, SeenVersion } from '#app/base/forms/newer-version.tsx'
import { UnsavedChangesGuard } from '#app/base/forms/unsaved-changes-guard.tsx'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { useSeenVersion } from '#app/base/forms/use-seen-version.ts'
import { DayHours } from '#app/schedule/day-hours.tsx'
import { weekdays } from '#app/schedule/schedule-text.ts'
import { durationText } from '#app/schedule/duration-text.ts'
import { copyDay, findDayProblem, type Week, weekdayNumbers, toWeek } from '#app/schedule/week.ts'
import { ZoneField } from '#app/schedule/zone-field.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { ErrorLine } from '#app/ui/error-line.tsx'
import { Select } from '#app/ui/select.tsx'
import type { OwnSchedule } from '#domain/schedule/contract.ts'
import { refusals } from '#kernel/refusals.ts'
import { findZone } from '#kernel/zones.ts'

type Props = { own: Pick<OwnSchedule, 'schedule' | 'version'>; zone: string; now: Date }

const bufferChoices = [0, 5, 10, 15, 30, 45, 60, 90, 120]
const noticeChoices = [60, 120, 180, 360, 720, 1_440, 2_880, 4_320, 10_080]

/**
 * Edits the weekly hours in which students may book. All days are saved together. The form keeps its input when the
 * hours change elsewhere, and offers the newer ones.
 */
export function HoursForm({ own, zone, now }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLSpanElement>(null)
  const save = useRef<HTMLButtonElement>(null)
  const [schedule, setSchedule] = useState(own.schedule)
  const [week, setWeek] = useState<Week>(() => toWeek(schedule?.weekly ?? []))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [copiedText, setCopiedText] = useState('')
  const [saveCount, setSaveCount] = useState(0)
  const [showCount, setShowCount] = useState(0)
  const [settledAnswer, setSettledAnswer] = useState<FormAnswer>()
  const { Form, busy, problem, answer, refused } = useAnsweredForm({
    id: 'schedule',
    isOnPage: true,
    onDone: () => setSaveCount(saveCount + 1),
  })
  const isRefused = !busy && refused?.refusal.code === 'schedule_changed'
  const seenVersion = useSeenVersion({ version: own.version, answer, isRefused })
  const { bufferMinutes = 15, noticeMinutes = 120 } = schedule ?? {}

  const keepTyped = () => {
    seenVersion.markSeen()
    setSettledAnswer(answer)
    save.current?.focus()
  }
  const showStored = () => {
    seenVersion.markSeen()
    setSettledAnswer(answer)
    setSchedule(own.schedule)
    setWeek(toWeek(own.schedule?.weekly ?? []))
    setProblems({})
    setShowCount(showCount + 1)
    heading.current?.focus()
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const found = findProblems(week, String(new FormData(event.currentTarget).get('zone') ?? ''))
    setProblems(found)
    const [firstProblem] = Object.keys(found)
    if (!firstProblem) return
    event.preventDefault()
    const name = firstProblem === 'zone' ? 'zone' : `from-${firstProblem}`
    event.currentTarget.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }

  const change = (changed: Week) => {
    setWeek(changed)
    setProblems({})
  }
  const copy = (from: number, to: number[]) => {
    change(copyDay(week, from, to))
    const names = to.map((weekday) => weekdays[weekday - 1])
    setCopiedText(`${weekdays[from - 1]} is copied to ${names.join(', ')}.`)
  }

  return (
    <Card as="section" id="hours" aria-labelledby="hours-heading" className="scroll-mt-20">
      <CardHeader
        title={
          <span id="hours-heading" ref={heading} tabIndex={-1}>
            Weekly hours
          </span>
        }
        description="Students can book you in these hours. Existing bookings stay booked when you change them."
      />
      <Form ref={form} method="post" noValidate onSubmit={submit}>
        <UnsavedChangesGuard key={`${saveCount} ${showCount}`} form={form} />
        <input type="hidden" name="act" value="save" />
        <SeenVersion version={seenVersion.seen} />
        <div key={showCount} className="grid items-start gap-5 pb-5 md:grid-cols-3">
          <ZoneField
            key={schedule ? 'own' : zone}
            zone={schedule?.zone ?? zone}
            now={now}
            error={problems.zone}
            onChange={() => setProblems({})}
          />
          <Field label="Free time around sessions" hint="Kept free before and after each session.">
            <DurationSelect name="bufferMinutes" lengths={bufferChoices} value={bufferMinutes} zero="None" />
          </Field>
          <Field label="Notice" hint="Students must book at least this long before the start.">
            <DurationSelect name="noticeMinutes" lengths={noticeChoices} value={noticeMinutes} />
          </Field>
        </div>
        {weekdayNumbers.map((weekday) => (
          <DayHours
            key={weekday}
            weekday={weekday}
            ranges={week[weekday] ?? []}
            problem={problems[weekday]}
            onChange={(ranges) => change({ ...week, [weekday]: ranges })}
            onCopy={(to) => copy(weekday, to)}
          />
        ))}
        <p role="status" className="sr-only">
          {copiedText}
        </p>
        <div className="border-t border-line pt-5">
          <ErrorLine text={(answer === settledAnswer ? undefined : problem) ?? summarizeProblems(problems)} />
          {seenVersion.isStale && !busy && (
            <div className="mt-3">
              <NewerVersion changed="hours were" onShow={showStored} onKeep={keepTyped} />
            </div>
          )}
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
            <Button ref={save} type="submit" busy={busy} className="max-sm:w-full">
              Save hours
            </Button>
            {/* The toast disappears, so the page repeats its text. */}
            {!busy && answer && 'done' in answer && <p className="text-small text-soft">{answer.done}</p>}
          </div>
        </div>
      </Form>
    </Card>
  )
}

/** The keys are weekday numbers and 'zone'. */
function findProblems(week: Week, zone: string): Record<string, string> {
  const found = weekdayNumbers.flatMap((weekday): [string, string][] => {
    const problem = findDayProblem(week[weekday] ?? [])
    return problem ? [[String(weekday), problem]] : []
  })
  const zoneProblem: [string, string][] = findZone(zone.trim()) ? [] : [['zone', refusals.unknown_zone.text]]
  return Object.fromEntries([...zoneProblem, ...found])
}

function summarizeProblems(problems: Record<string, string>): string | undefined {
  return Object.keys(problems).length > 0 ? 'Not saved. Correct the fields marked above.' : undefined
}

type DurationSelectProps = { name: string; lengths: number[]; value: number; zero?: string }

/** Adds the saved value when it is not one of the usual choices. */
function DurationSelect({ name, lengths, value, zero }: DurationSelectProps) {
  const choices = [...new Set([...lengths, value])].toSorted((a, b) => a - b)
  return (
    <Select name={name} defaultValue={value}>
      {choices.map((minutes) => (
        <option key={minutes} value={minutes}>
          {minutes === 0 && zero ? zero : durationText(minutes)}
        </option>
      ))}
    </Select>
  )
}
