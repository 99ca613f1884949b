import { Wallet } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import type { Control } from '#app/call/controls/control.ts'
import type { CallView } from '#app/call/engine/call-view.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { QuickTopUp } from '#app/wallet/quick-top-up.tsx'

type AddMoney = { control: Control; dialog: ReactNode }

/** Lets a student add money at any time of the call. The meter then reads the wallet immediately. Null for experts. */
export function useAddMoney({ side, session }: CallView, surface: RefObject<HTMLElement | null>): AddMoney | null {
  const [isOpen, setIsOpen] = useState(false)
  if (side !== 'student' || !session) return null
  return {
    control: { label: 'Add money', icon: <Wallet />, onSelect: () => setIsOpen(true) },
    dialog: (
      <Dialog
        title="Add money"
        description="The call continues meanwhile."
        open={isOpen}
        onOpenChange={setIsOpen}
        returnTo={surface}
      >
        <QuickTopUp ratePaisePerMinute={session.ratePaisePerMinute} onAdded={() => setIsOpen(false)} />
      </Dialog>
    ),
  }
}
