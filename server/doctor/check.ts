import type { CheckState, InstallationCheck } from '#domain/team/contract.ts'

export type Finding = {
  /** If it differs from the name of the check. */
  name?: string
  state: CheckState
  seen: string
  advice?: string
}

export type Check = {
  name: string
  /** What to do when the check throws, or ends too late. */
  advice: string
  /** False for checks that are slow, or that reach servers of others for nothing but the check. */
  atStart: boolean
  run(signal: AbortSignal): Promise<Finding | Finding[]>
}

/** 'ok', or what is wrong. */
export function unless(
  isOk: boolean,
  problem: { state: Exclude<CheckState, 'ok'>; advice: string },
): Pick<Finding, 'state' | 'advice'> {
  return isOk ? { state: 'ok' } : problem
}

type Options = {
  /** A check that takes longer has failed. All run at the same time. */
  timeoutMs: number
  /** Removes every secret of the configuration from a text. */
  hideSecrets(text: string): string
}

/** Runs all checks at the same time. Never rejects. */
export async function runChecks(checks: Check[], options: Options): Promise<InstallationCheck[]> {
  const found = await Promise.all(checks.map((check) => runCheck(check, options)))
  return found.flat()
}

async function runCheck(
  { name, advice, run }: Check,
  { timeoutMs, hideSecrets }: Options,
): Promise<InstallationCheck[]> {
  const fail = (seen: string): Finding => ({ state: 'failed', seen, advice })
  const controller = new AbortController()
  const { promise: late, resolve } = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => {
    resolve(fail(`No answer within ${timeoutMs / 1_000} seconds.`))
    controller.abort()
  }, timeoutMs)
  const work = Promise.resolve()
    .then(() => run(controller.signal))
    .catch((error: unknown) => fail(toSentence(describeError(error))))
  const found = await Promise.race([work, late])
  clearTimeout(timer)
  return [found].flat().map((each) => ({
    name: each.name ?? name,
    state: each.state,
    seen: hideSecrets(toOneLine(each.seen)),
    advice: each.advice ? hideSecrets(each.advice) : null,
  }))
}

const causesMax = 3

/** The message of an error and of its causes. */
export function describeError(error: unknown): string {
  const texts: string[] = []
  let current = error
  for (let depth = 0; depth < causesMax && current instanceof Error; depth += 1) {
    // S3 names the kind of a refusal, such as NoSuchBucket, in the name of the error.
    const text = current.name.endsWith('Error') ? current.message : `${current.name}: ${current.message}`
    if (text && !texts.some((earlier) => earlier.includes(text))) texts.push(text)
    current = current instanceof AggregateError ? current.errors[0] : current.cause
  }
  return texts.join(': ') || 'unknown error'
}

const seenMaxLength = 240

/** Servers choose these texts: they may contain line breaks and control characters of a terminal. */
function toOneLine(text: string): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, seenMaxLength)
}

function toSentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(start) ? start : `${start}.`
}
