import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Viewer } from '#app/base/viewer.ts'
import { createLazyModule } from '#app/ui/lazy-module.ts'

const stepModules = {
  account: createLazyModule(() => import('#app/account/account-step.tsx')),
  money: createLazyModule(() => import('#app/wallet/add-minutes-step.tsx')),
}
export const AccountStep = stepModules.account.component((code) => code.AccountStep)
export const AddMinutesStep = stepModules.money.component((code) => code.AddMinutesStep)

type MissingStep = keyof typeof stepModules

type Options = {
  viewer: Viewer | null
  lacksMoney: boolean
  /** Receives the focus when nothing is missing any more. */
  startButton: RefObject<HTMLElement | null>
}

/** The step that the dialog shows. Each step except the question is shown only while it is needed. */
export function useSteps({ viewer, lacksMoney, startButton }: Options) {
  const [step, setStep] = useState<'question' | MissingStep>('question')
  const missing: MissingStep | null = !viewer ? 'account' : lacksMoney ? 'money' : null

  // Loads the code of the next steps while the student writes.
  useEffect(() => {
    if (!viewer) void stepModules.account.load().catch(() => undefined)
    if (!viewer || lacksMoney) void stepModules.money.load().catch(() => undefined)
  }, [viewer, lacksMoney])

  // Also applies when the student signs up or adds money in another tab.
  const isStudent = viewer?.role === 'student' || viewer?.role === 'user'
  const isDone = (step === 'account' && isStudent) || (step === 'money' && !lacksMoney)
  if (isDone) setStep(step === 'account' && lacksMoney ? 'money' : 'question')

  const lastStep = useRef(step)
  useEffect(() => {
    if (step === 'question' && lastStep.current !== 'question') startButton.current?.focus()
    lastStep.current = step
  }, [step, startButton])

  return {
    step,
    missing,
    showQuestion: () => setStep('question'),
    /** Returns false when its code cannot be loaded. */
    async open(newStep: MissingStep): Promise<boolean> {
      const isLoaded = await stepModules[newStep].load().then(
        () => true,
        () => false,
      )
      if (isLoaded) setStep(newStep)
      return isLoaded
    },
  }
}
