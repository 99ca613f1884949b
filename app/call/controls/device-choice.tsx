import { Settings2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Control } from '#app/call/controls/control.ts'
import { deviceHelp } from '#app/call/devices/device-help.ts'
import { useDeviceList } from '#app/call/devices/use-device-list.ts'
import type { CallView, ChosenDevice } from '#app/call/engine/call-view.ts'
import type { Call } from '#app/call/engine/call.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { toast } from '#app/ui/toast.ts'

type Props = { call: Call; view: CallView }

/** Lets the user choose the microphone, the camera and the speaker. */
export function useDeviceControl({ call, view }: Props): Control {
  const [isOpen, setIsOpen] = useState(false)
  useReplacedToast(view)
  return {
    label: 'Choose devices',
    icon: <Settings2 />,
    shortcut: 'd',
    onSelect: () => setIsOpen(true),
    panel: (
      <Dialog
        title="Devices"
        description="Changes take effect immediately. The call continues meanwhile."
        open={isOpen}
        onOpenChange={setIsOpen}
      >
        <DeviceChoice call={call} view={view} />
      </Dialog>
    ),
  }
}

function DeviceChoice({ call, view }: Props) {
  const devices = useDeviceList()
  const listDevices = (kind: MediaDeviceKind) => devices.filter((device) => device.kind === kind)
  const speakers = canChooseSpeaker ? listDevices('audiooutput') : []
  return (
    <div className="grid gap-5">
      <Choice device="microphone" devices={listDevices('audioinput')} call={call} view={view} />
      {view.session?.callType === 'video' && (
        <Choice device="camera" devices={listDevices('videoinput')} call={call} view={view} />
      )}
      {speakers.length > 0 && (
        <Field label="Speaker">
          <Select
            value={view.speaker || 'default'}
            onChange={({ target }) => call.chooseSpeaker(getDevice(speakers, target.value))}
          >
            <Options devices={speakers} name="Speaker" />
          </Select>
        </Field>
      )}
    </div>
  )
}

const names = { microphone: 'Microphone', camera: 'Camera' }

type ChoiceProps = Props & { device: ChosenDevice; devices: MediaDeviceInfo[] }

function Choice({ device, devices, call, view }: ChoiceProps) {
  const [error, setError] = useState<string | null>(null)
  const kind = device === 'microphone' ? 'audio' : 'video'
  const track = view.local?.getTracks().find((candidate) => candidate.kind === kind)
  const choose = async (deviceId: string) => {
    const deviceProblem = await call.choose(device, getDevice(devices, deviceId))
    const help = deviceProblem && deviceHelp(deviceProblem, navigator.userAgent)
    setError(help && `${help.title}. ${help.text}`)
  }
  return (
    <Field label={names[device]} error={error}>
      <Select
        value={track?.getSettings().deviceId ?? ''}
        disabled={devices.length === 0}
        onChange={({ target }) => void choose(target.value)}
      >
        {!track && <option value="">{devices.length === 0 ? 'None found' : 'None in use'}</option>}
        <Options devices={devices} name={names[device]} />
      </Select>
    </Field>
  )
}

function getDevice(devices: MediaDeviceInfo[], id: string): MediaDeviceInfo {
  return devices.find(({ deviceId }) => deviceId === id) as MediaDeviceInfo
}

function Options({ devices, name }: { devices: MediaDeviceInfo[]; name: string }) {
  return devices.map(({ deviceId, label }, index) => (
    <option key={deviceId} value={deviceId}>
      {label || `${name} ${index + 1}`}
    </option>
  ))
}

const canChooseSpeaker = typeof HTMLMediaElement !== 'undefined' && 'setSinkId' in HTMLMediaElement.prototype

function useReplacedToast({ replaced }: CallView): void {
  useEffect(() => {
    if (!replaced) return
    toast({
      kind: 'info',
      text: `Your ${replaced.device} was disconnected`,
      description: `The call continues with ${replaced.by || 'another one'}.`,
      id: 'device-replaced',
    })
  }, [replaced])
}
