import { type RefObject, useEffect, useRef, useState } from 'react'
import { safeLocalStorage } from '#app/base/browser-memory.ts'
import type { Control } from '#app/call/controls/control.ts'
import { findControl, isForCall, usesSpaceBar } from '#app/call/controls/shortcuts.ts'
import type { Call } from '#app/call/engine/call.ts'

const storageKey = 'samjhao:call-shortcuts'

/** Whether call shortcuts are on. Users of speech input can turn them off. */
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

/** Shortcuts for the bar's buttons. Holding the space bar unmutes a muted user while it is held. */
export function useShortcuts(options: Options): void {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    let isTalking = false
    const stopTalking = () => {
      if (isTalking) latest.current.call.mute(true)
      isTalking = false
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { areEnabled, isSmall, surface, controls, call } = latest.current
      if (!areEnabled || !surface.current || !isForCall(event.target, surface.current, isSmall)) return
      if (event.key === ' ' && !usesSpaceBar(event.target)) {
        // Otherwise, holding the space bar would scroll the page.
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
    // This page gets no keyup event when the key is released in another window.
    window.addEventListener('blur', stopTalking, { signal })
    // Otherwise a reload with the key held would restore an open microphone.
    window.addEventListener('pagehide', stopTalking, { signal })
    return () => {
      stopTalking()
      listening.abort()
    }
  }, [])
}
