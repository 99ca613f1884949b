import type { Device, DeviceProblem } from '#app/call/devices/open-media.ts'

/** Explains the problem and what the user can do about it in this browser. */
export function deviceHelp({ kind, device }: DeviceProblem, userAgent: string): { title: string; text: string } {
  const name = names[device]
  const pronoun = device === 'both' ? 'them' : 'it'
  if (kind === 'refused') {
    return { title: `This page is not allowed to use your ${name}`, text: permissionSteps(userAgent, name) }
  }
  if (kind === 'missing') {
    const verb = device === 'both' ? 'were' : 'was'
    return {
      title: `Your ${name} ${verb} not found`,
      text: `Connect ${pronoun}, check that nothing has switched ${pronoun} off, and try again.`,
    }
  }
  if (kind === 'in use') {
    return {
      title: `Your ${name} cannot be opened`,
      text: `Another program or tab is probably using ${pronoun}. Close that, and try again.`,
    }
  }
  return {
    title: `Your ${name} cannot be opened here`,
    text: 'Open this page in a current browser and over https, and try again.',
  }
}

const names: Record<Device, string> = {
  microphone: 'microphone',
  camera: 'camera',
  both: 'camera and microphone',
}

function permissionSteps(userAgent: string, name: string): string {
  if (/iPhone|iPad/.test(userAgent)) {
    return `Tap the button at the left of the address bar, open the settings for this website, and allow ${name}. Then try again.`
  }
  if (/Android/.test(userAgent)) {
    return `Tap the symbol at the left of the address bar, open Permissions, and allow ${name}. Then try again.`
  }
  if (/Firefox/.test(userAgent)) {
    return `Click the crossed-out symbol at the left of the address bar, remove the block for ${name}, and try again.`
  }
  if (/Safari/.test(userAgent) && !/Chrom|Edg/.test(userAgent)) {
    return `Open Safari in the menu bar, choose Settings for this website, and allow ${name}. Then try again.`
  }
  return `Click the symbol at the left of the address bar, switch ${name} on, and try again.`
}
