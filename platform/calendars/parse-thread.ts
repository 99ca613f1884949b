import { parentPort } from 'node:worker_threads'
import { type ParsedBusyTimes, parseBusyTimes, type ParseQuery } from '#platform/calendars/parse-busy-times.ts'

// Runs in its own thread: a calendar of a stranger may have rules that take minutes to expand.

export type ParseAnswer = ParsedBusyTimes | 'not_a_calendar' | 'too_complex'

parentPort?.on('message', (query: ParseQuery) => {
  parentPort?.postMessage(answer(query) satisfies ParseAnswer, [])
})

function answer(query: ParseQuery): ParseAnswer {
  try {
    return parseBusyTimes(query)
  } catch {
    return 'not_a_calendar'
  }
}
