import { type RefObject, useEffect, useRef, useState } from 'react'
import { safeLocalStorage } from '#app/base/browser-memory.ts'
import type { Control } from '#app/call/controls/control.ts'
import { findControl, isForCall, usesSpaceBar } from '#app/call/controls/shortcuts.ts'
import type { Call } from '#app/call/engine/call.ts'

const storageKey = 'samjhao:call-shortcuts'

/** Whether letters do something in a call. Who speaks to the computer or presses keys by accident can switch them off. */
export function useShortcutsChoice(): [isWanted: boolean, choose: (isWanted: boolean) => void] {
  const [isWanted, setIsWanted] = useState(() => safeLocalStorage.getItem(storageKey) !== 'off')
  return [
    isWanted,
    (wanted) => {
      setIsWanted(wanted)
      safeLocalStorage.setItem(storageKey, wanted ? 'on' : 'off')
    },
  ]
}

type Options = {
  areEnabled: boolean
  isSmall: boolean
  surface: RefObject<HTMLElement | null>
  controls: Control[]
  call: Call
}

/** Keys do what the bar's buttons do, and the space bar lets somebody who is muted speak as long as it is held. */
export function useShortcuts(options: Options): void {
  const now = useRef(options)
  useEffect(() => {
    now.current = options
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    let isTalking = false
    const stopTalking = () => {
      if (isTalking) now.current.call.mute(true)
      isTalking = false
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { areEnabled, isSmall, surface, controls, call } = now.current
      if (!areEnabled || !surface.current || !isForCall(event.target, surface.current, isSmall)) return
      if (event.key === ' ' && !usesSpaceBar(event.target)) {
        // Held down, it would scroll the page again and again.
        event.preventDefault()
        if (event.repeat || !call.view().muted) return
        isTalking = true
        return call.mute(false)
      }
      const control = findControl(controls, event)
      if (!control) return
      event.preventDefault()
      control.onSelect()
    }
    document.addEventListener('keydown', onKeyDown, { signal })
    document.addEventListener('keyup', ({ key }) => key === ' ' && stopTalking(), { signal })
    // Whoever lets go of the key in another window is not heard here.
    window.addEventListener('blur', stopTalking, { signal })
    // Or reloads the page with it: the new one would remember an open microphone.
    window.addEventListener('pagehide', stopTalking, { signal })
    return () => {
      stopTalking()
      listening.abort()
    }
  }, [])
}
