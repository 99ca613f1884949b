import {
  Keyboard,
  Maximize,
  Mic,
  MicOff,
  Minimize,
  PictureInPicture,
  PictureInPicture2,
  Video,
  VideoOff,
} from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import type { CallView } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import type { Control } from '#app/call/controls/control.ts'
import { useBoardControl } from '#app/call/controls/use-board-control.tsx'
import { audioOnlyControl } from '#app/call/controls/audio-only.tsx'
import { useDataControl } from '#app/call/controls/data-use.tsx'
import { useDeviceControl } from '#app/call/controls/device-choice.tsx'
import { isVideoOff } from '#app/call/engine/choose-outgoing.ts'
import { isScreenSeen, shareControl } from '#app/call/controls/share-screen.tsx'
import { ShortcutsHelp } from '#app/call/controls/shortcuts-help.tsx'
import { useChatControl } from '#app/call/controls/use-chat-control.tsx'
import { toast } from '#app/ui/toast.ts'

type Options = {
  call: Call
  view: CallView
  otherName: string
  surface: RefObject<HTMLElement | null>
  isSmall: boolean
  onSmall(): void
  shortcuts: [isWanted: boolean, choose: (isWanted: boolean) => void]
}

/** All controls of this call except hanging up, the most used first. */
export function useControls(options: Options): Control[] {
  const { call, view, surface, isSmall, onSmall, shortcuts } = options
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const controls: (Control | null)[] = [
    muteControl(call, view),
    cameraControl(call, view),
    useBoardControl(options),
    useChatControl(options),
    shareControl(call, view),
    useDeviceControl(options),
    audioOnlyControl(call, view),
    useDataControl(options),
    useFullScreenControl(isSmall),
    { label: 'Make small', icon: <PictureInPicture2 />, shortcut: 'w', onSelect: onSmall },
    usePictureInPictureControl(view, surface),
  ]
  const available = controls.filter((control) => control !== null)
  return [
    ...available,
    {
      label: 'Keyboard shortcuts',
      icon: <Keyboard />,
      shortcut: '?',
      onSelect: () => setIsHelpOpen(true),
      panel: (
        <ShortcutsHelp open={isHelpOpen} onOpenChange={setIsHelpOpen} controls={available} shortcuts={shortcuts} />
      ),
    },
  ]
}

export function muteControl(call: Call, { muted, local }: CallView): Control {
  const hasMicrophone = (local?.getAudioTracks().length ?? 0) > 0
  return {
    label: muted ? 'Unmute' : 'Mute',
    word: muted ? 'Unmute' : 'Mute',
    icon: muted || !hasMicrophone ? <MicOff /> : <Mic />,
    isOn: muted,
    disabled: !hasMicrophone,
    shortcut: 'm',
    onSelect: () => call.mute(!muted),
  }
}

function cameraControl(call: Call, view: CallView): Control | null {
  const { cameraOff, local, session } = view
  if (session?.callType !== 'video') return null
  const isHidden = cameraOff || isVideoOff(view)
  const hasCamera = (local?.getVideoTracks().length ?? 0) > 0
  return {
    label: isHidden ? 'Turn camera on' : 'Turn camera off',
    word: 'Camera',
    icon: isHidden || !hasCamera ? <VideoOff /> : <Video />,
    isOn: isHidden,
    disabled: !hasCamera || isVideoOff(view),
    shortcut: 'v',
    onSelect: () => call.hideCamera(!cameraOff),
  }
}

function useFullScreenControl(isSmall: boolean): Control | null {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const updateIsFull = () => setIsFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', updateIsFull)
    return () => {
      document.removeEventListener('fullscreenchange', updateIsFull)
      leaveFullScreen()
    }
  }, [])
  useEffect(() => {
    if (isSmall) leaveFullScreen()
  }, [isSmall])
  // Phones without full-screen support show the call on the whole screen anyway.
  if (!document.fullscreenEnabled) return null
  // Uses the whole page, because the dialogs and toasts of the call are outside its surface.
  const enter = () => void document.documentElement.requestFullscreen().catch(() => undefined)
  return {
    label: isFull ? 'Leave full screen' : 'Full screen',
    icon: isFull ? <Minimize /> : <Maximize />,
    shortcut: 'f',
    onSelect: isFull ? leaveFullScreen : enter,
  }
}

function leaveFullScreen(): void {
  if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
}

/** The browser's picture-in-picture window, which stays above other tabs and programs. */
function usePictureInPictureControl(view: CallView, surface: RefObject<HTMLElement | null>): Control | null {
  const { session, other, remote } = view
  const [isInPicture, setIsInPicture] = useState(false)
  useEffect(() => {
    const updateIsInPicture = () => setIsInPicture(document.pictureInPictureElement !== null)
    const element = surface.current
    element?.addEventListener('enterpictureinpicture', updateIsInPicture)
    element?.addEventListener('leavepictureinpicture', updateIsInPicture)
    return () => {
      element?.removeEventListener('enterpictureinpicture', updateIsInPicture)
      element?.removeEventListener('leavepictureinpicture', updateIsInPicture)
      if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => undefined)
    }
  }, [surface])
  if ((session?.callType !== 'video' && !isScreenSeen(view)) || !document.pictureInPictureEnabled) return null
  const enter = async () => {
    try {
      // The first video element is the other side's.
      await surface.current?.querySelector('video')?.requestPictureInPicture()
    } catch {
      toast({ kind: 'info', text: 'Picture-in-picture is not available right now', id: 'picture-out' })
    }
  }
  return {
    label: isInPicture ? 'Bring the picture back' : 'Show over other programs',
    icon: <PictureInPicture />,
    isOn: isInPicture,
    shortcut: 'p',
    disabled: !isInPicture && (!remote || other?.camera === false),
    onSelect: () => void (isInPicture ? document.exitPictureInPicture().catch(() => undefined) : enter()),
  }
}
