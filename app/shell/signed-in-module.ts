import { createContext } from 'react'
import { createLazyModule } from '#app/ui/lazy-module.ts'

/** The parts of the frame for signed-in users. Visitors do not load them. */
export const signedInModule = createLazyModule(() => import('#app/shell/signed-in.tsx'))

/** Loads the Request Session dialog. A visitor may sign up in it and then needs the parts above as well. */
export async function loadRequestDialog() {
  const parts = await signedInModule.load()
  return (await parts.loadRequestDialog()).RequestDialog
}

/** URL of the module during server rendering. Pages that use the module preload it with their other scripts. */
export const SignedInScriptContext = createContext<string | undefined>(undefined)
